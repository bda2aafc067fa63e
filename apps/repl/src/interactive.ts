import { contextOfThisProcess, locate } from "@reeve/profiles";
import { terminalOfThisProcess, wrap } from "@reeve/terminal";
import { evaluateFile } from "./evaluate/evaluate-file.ts";
import type { ShellFlags } from "./flags.ts";
import { defineGlobals, defineLeaving } from "./globals.ts";
import { greeting, suggestion } from "./greeting.ts";
import { keepServicesNamed, lazyLive } from "./lazy-live.ts";
import type { ShellLimits } from "./limits.ts";
import { load } from "./load.ts";
import { makeShell } from "./make-shell.ts";
import { firstCode } from "./rc.ts";
import { replConversation } from "./repl-conversation.ts";
import { createPrinter } from "./show/write.ts";
import { startTyping, type Typing } from "./typing.ts";

/** Runs the shell at a terminal. */
export async function runInteractive(flags: ShellFlags, limits: ShellLimits): Promise<number> {
  const terminal = terminalOfThisProcess();
  let typing: Typing | undefined;
  const shell = makeShell(flags, terminal, {
    limits,
    pace: 1,
    isVerbose: !flags.quiet,
    conversation: () => (typing?.server.terminal ? replConversation(typing.server) : undefined),
    changed: () => {
      keepServicesNamed(live);
      typing?.prompt.freshen();
    },
  });
  const live = lazyLive(shell);
  defineGlobals(live, createPrinter(shell));
  const first = firstCode(flags);
  const print = (text: string) => {
    if (!flags.quiet && text !== "") terminal.results.write(`${text}\n`);
  };
  const where = mayHaveSettings(flags) ? load<typeof import("./where.ts")>("where").shellTarget(flags) : undefined;
  print(wrap(greeting(flags, where), terminal.results.style().width).join("\n"));

  // If the shell first runs code, the prompt is shown afterwards, together with the text typed meanwhile.
  const isPromptedAtOnce = !flags.demo && first === undefined;
  typing = startTyping(shell, live, where, isPromptedAtOnce);
  const { server } = typing;
  defineLeaving(() => server.close());
  const prompted = () => server.displayPrompt();
  const run = first ? () => evaluateFile(server, first, prompted) : prompted;
  if (flags.demo) {
    evaluateFile(server, { text: "demo()", file: "REPL" }, () => {
      print(suggestion);
      run();
    });
  } else if (!isPromptedAtOnce) run();
  await typing.ended;
  if (live.isLoaded()) await live().session.close();
  return Number(process.exitCode ?? 0);
}

/** Tells whether any settings may exist. If not, the code that reads settings is not loaded. */
function mayHaveSettings({ demo, profile, url }: ShellFlags): boolean {
  const { env } = process;
  if (demo) return false;
  if (profile ?? url ?? env.REEVE_PROFILE ?? env.REEVE_URL) return true;
  const { existsSync } = process.getBuiltinModule("node:fs");
  const { profiles, local } = locate(contextOfThisProcess());
  return existsSync(profiles) || existsSync(local);
}
