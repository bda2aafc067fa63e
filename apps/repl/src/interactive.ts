import { locate, surroundingsOfThisProcess } from "@reeve/profiles";
import { terminalOfThisProcess } from "@reeve/terminal";
import { besideReadline } from "./beside-readline.ts";
import { cancelFirst } from "./cancel.ts";
import { defineCommands } from "./commands.ts";
import { completeOurs } from "./complete-ours.ts";
import { evaluateFile } from "./evaluate/evaluate-file.ts";
import type { NodeRepl } from "./evaluate/node-repl.ts";
import { pending } from "./evaluate/pending.ts";
import { rewrite } from "./evaluate/rewrite.ts";
import { takeOver } from "./evaluate/take-over.ts";
import type { Flags } from "./flags.ts";
import { defineGlobals, words } from "./globals.ts";
import { greet } from "./greeting.ts";
import { noHints, showHints } from "./hints.ts";
import { openHistory } from "./history/history.ts";
import { kinds } from "./kind.ts";
import { keepServicesNamed, type LazyLive, lazyLive } from "./lazy-live.ts";
import { makeShell } from "./make-shell.ts";
import { followRollouts, freshenPrompt, promptText } from "./prompt.ts";
import { runFirst } from "./rc.ts";
import type { Shell } from "./shell.ts";
import { failureLines } from "./show/failure.ts";
import { createWriter } from "./show/write.ts";

/** Where the shell is typed at. */
export async function runInteractive(flags: Flags): Promise<number> {
  const terminal = terminalOfThisProcess();
  const isTerminal = terminal.results.isTerminal() && process.stdin.isTTY === true;
  let server: NodeRepl | undefined;
  const shell = makeShell(flags, terminal, {
    conversation: () => (server?.terminal ? besideReadline(server) : undefined),
    changed: () => {
      keepServicesNamed(live);
      if (server) freshenPrompt(server, live);
    },
  });
  const live = lazyLive(shell);
  const write = createWriter(shell.drawings, shell.secrets, terminal.results.look);
  defineGlobals(live, (value) => terminal.results.write(`${write(value, shell.switches.format)}\n`));
  await greet(shell, live);

  const started = start(shell, live, isTerminal);
  server = started.server;
  await runFirst(flags, (code, file) => evaluateFile(started.server, code, file));
  await new Promise<void>((resolve) => started.server.once("exit", resolve));
  started.history.flush();
  if (live.isLoaded()) await live().session.close();
  return Number(process.exitCode ?? 0);
}

/** Starts Node's REPL and makes it ours. */
function start(shell: Shell, live: LazyLive, isTerminal: boolean) {
  const { secrets, terminal } = shell;
  const history = openHistory(isTerminal ? historyFile() : undefined, secrets.redact);
  const write = createWriter(shell.drawings, secrets, terminal.results.look);
  const server = process.getBuiltinModule("node:repl").start({
    prompt: `${promptText(live)}> `,
    useGlobal: true,
    breakEvalOnSigint: true,
    ignoreUndefined: true,
    preview: false,
    terminal: isTerminal,
    writer: (value) => write(value, shell.switches.format),
  }) as NodeRepl;
  // There is an option for it, which the REPL does not pass on to readline.
  Object.assign(server, { history: history.lines.slice() });
  let unfinished = "";
  const waiting = takeOver(server, {
    rewrite: (code) => rewrite(code, words),
    pending: (value) => pending(shell, value),
    accepted: (code, isComplete) => {
      unfinished = isComplete ? "" : code;
      if (isComplete) history.flush();
    },
    failed: (error) => {
      const lines = failureLines(error, terminal.results.look(), namesOf(live));
      server.output.write(lines.map((line) => `${secrets.redact(line)}\n`).join(""));
    },
  });
  const hint = isTerminal && !shell.flags.quiet ? showHints(server, shell, live, () => unfinished) : noHints;
  completeOurs(server, live, () => unfinished, hint);
  cancelFirst(server, shell.inFlight, waiting);
  server.on("history", (list) => history.typed(list, unfinished !== ""));
  defineCommands(server, shell, live);
  if (isTerminal) followRollouts(server, live);
  return { server, history };
}

/** Beside the state of local services, for its owner alone. */
function historyFile(): string {
  const { join } = process.getBuiltinModule("node:path");
  return join(locate(surroundingsOfThisProcess()).state, "repl-history");
}

/** The names that somebody who mistyped one may have meant. */
function namesOf(live: LazyLive): readonly string[] {
  return [...words, ...kinds.map(({ global }) => global), ...(live.isLoaded() ? live().globals() : [])];
}
