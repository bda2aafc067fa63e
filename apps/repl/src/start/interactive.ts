import { contextOfThisProcess, locate } from "@reeve/profiles";
import { type Conversation, conversation, terminalOfThisProcess, wrap } from "@reeve/terminal";
import { evaluateFile } from "../evaluate/evaluator.ts";
import type { NodeRepl } from "../evaluate/node-repl.ts";
import { keepServicesNamed, lazyLive } from "../parts/lazy-live.ts";
import { load } from "../parts/load.ts";
import type { ShellTarget } from "../parts/where.ts";
import { createPrinter } from "../show/write.ts";
import { startTyping, type Typing } from "../typing/typing.ts";
import type { ShellFlags, ShellLimits } from "./flags.ts";
import { defineGlobals, defineLeaving } from "./globals.ts";
import { firstCode } from "./read-code.ts";
import { makeShell } from "./shell.ts";

/** Commands that a newcomer can try first. */
const suggestion = 'Try: broker.topics.create({ topic: "orders", partitions: 3, replication: 2 })\n     help · help broker · .exit';

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
  const print = (textOf: () => string) => {
    const text = flags.quiet ? "" : textOf();
    if (text !== "") terminal.results.write(`${text}\n`);
  };
  const where = mayHaveSettings(flags) ? load<typeof import("../parts/where.ts")>("where").shellTarget(flags) : undefined;
  print(() => wrap(greeting(flags, where), terminal.results.style().width).join("\n"));

  // If the shell first runs code, the prompt is shown afterwards, together with the text typed meanwhile.
  const isPromptedAtOnce = !flags.demo && first === undefined;
  typing = startTyping(shell, live, where, isPromptedAtOnce);
  const { server } = typing;
  defineLeaving(() => server.close());
  const prompted = () => server.displayPrompt();
  const run = first ? () => evaluateFile(server, first, prompted) : prompted;
  if (flags.demo) {
    evaluateFile(server, { text: "demo()", file: "REPL" }, () => {
      print(() => suggestion);
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

/** One line that tells users how to begin. It is empty for a simulated cluster, which is described after its start. */
function greeting(flags: ShellFlags, where: ShellTarget | undefined): string {
  if (flags.demo) return "";
  if (where) return "help lists what is available, and Tab completes names.";
  return "No cluster is set. demo starts a simulated one in this process. connect NAME connects to a profile. help lists what is available.";
}

/** Asks questions at the terminal of a REPL. The next typed line is the answer and not a command. */
function replConversation({ input }: NodeRepl): Conversation {
  const talk = () => conversation({ input: process.stdin, output: process.stdout });
  const apart = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    const wasRaw = process.stdin.isRaw;
    const listeners = input.listeners("keypress") as ((...args: unknown[]) => void)[];
    input.removeAllListeners("keypress");
    try {
      return await ask();
    } finally {
      for (const listener of listeners) input.on("keypress", listener);
      // Restores the raw mode of the terminal, which the REPL needs and which the question has ended.
      if (wasRaw) process.stdin.setRawMode(true);
      input.resume();
    }
  };
  return {
    print: (lines) => talk().print(lines),
    ask: (question) => apart(() => talk().ask(question)),
    askSecret: (question) => apart(() => talk().askSecret(question)),
  };
}
