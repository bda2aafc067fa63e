import { contextOfThisProcess, locate } from "@reeve/profiles";
import { didYouMean } from "@reeve/terminal";
import { habitsOf } from "../evaluate/habits.ts";
import type { InFlight } from "../evaluate/in-flight.ts";
import { isInterrupt, type NodeRepl } from "../evaluate/node-repl.ts";
import { type EvaluationProgress, takeOver } from "../evaluate/take-over.ts";
import { openHistory } from "../history/history.ts";
import { shellKinds } from "../parts/kind.ts";
import type { LazyLive } from "../parts/lazy-live.ts";
import { load } from "../parts/load.ts";
import type { TypedLine } from "../parts/typed-line.ts";
import type { ShellTarget } from "../parts/where.ts";
import { failureLines } from "../show/failure.ts";
import { createWriter } from "../show/write.ts";
import { words } from "../start/globals.ts";
import type { ShellState } from "../start/shell.ts";
import { defineCommands } from "./commands.ts";
import { completeOurs } from "./complete-typed.ts";
import { noHints, showHints } from "./hints.ts";
import { keepPrompt, promptText } from "./prompt.ts";

/** Milliseconds that the shell waits for a cancelled call to report its cancellation. */
const MOMENT = 150;

/** An interactive REPL. */
export type Typing = ReturnType<typeof startTyping>;

/**
 * Starts Node's REPL with the shell's evaluation. If code must run first, `isPrompted` is false and the first prompt appears after that
 * code.
 */
export function startTyping(shell: ShellState, live: LazyLive, where: ShellTarget | undefined, isPrompted: boolean) {
  const { secrets, terminal } = shell;
  const isTerminal = terminal.results.isTerminal() && process.stdin.isTTY === true;
  const history = openHistory(isTerminal ? historyFile() : undefined, secrets.redact);
  const write = createWriter(shell.drawings, secrets, terminal.results.style);
  const server = process.getBuiltinModule("node:repl").start({
    prompt: isPrompted ? promptText(live, where) : "",
    useGlobal: true,
    breakEvalOnSigint: true,
    ignoreUndefined: true,
    preview: false,
    terminal: isTerminal,
    writer: (value) => write(value, shell.switches.format),
  }) as NodeRepl;
  // readline has an option for the history, but the REPL does not pass that option on.
  const giveHistory = () => Object.assign(server, { history: history.lines.slice() });
  giveHistory();
  let unfinished = "";
  const progress = takeOver(server, {
    ...habitsOf(shell, live),
    accepted: (code, isComplete) => {
      unfinished = isComplete ? "" : code;
      if (!isComplete) return;
      history.flush();
      giveHistory();
    },
    failed: (error, code) => {
      // If Ctrl-C has interrupted the code itself, calls that it had begun still run.
      if (isInterrupt(error)) shell.inFlight.cancel();
      const lines = failureLines(error, terminal.results.style(), (each) => clear(live, each, code));
      server.output.write(lines.map((line) => `${secrets.redact(line)}\n`).join(""));
    },
    ended: () => prompt.commandEnded(),
  });
  // If no cluster is configured, completion does not load the code that uses clusters.
  const first = () => [...words, ...(where || live.isLoaded() ? live().offered() : [])];
  const screen = isTerminal ? terminal.results.screen() : undefined;
  let typedLine: TypedLine | undefined;
  if (screen) {
    server.input.on("keypress", () => {
      typedLine ??= load<typeof import("../parts/typed-line.ts")>("typed-line").decorateTypedLine(server, screen, () => names);
      typedLine.updateColours();
    });
  }
  const isCovered = () => typedLine?.isMenuOpen() === true;
  const hint = isTerminal && !shell.flags.quiet ? showHints(server, shell, live, () => unfinished, isCovered) : noHints;
  const prompt = keepPrompt(server, () => promptText(live, where), live, progress, hint);
  completeOurs(server, live, () => unfinished, hint, first);
  cancelFirst(server, shell.inFlight, progress);
  server.on("history", (list) => history.typed(list, unfinished !== ""));
  defineCommands(server, shell, live);
  if (isTerminal && where) {
    // Loads modules that will soon be needed, and refreshes the state of the rollouts in the prompt.
    const warm = (): void => {
      live();
      prompt.commandEnded();
    };
    setTimeout(warm, PAUSE_IN_TYPING).unref();
  }
  const ended = new Promise<void>((resolve) => {
    server.once("exit", () => {
      history.flush();
      resolve();
    });
  });
  return { server, prompt, /** Resolves when the user has left the shell. */ ended };
}

const PAUSE_IN_TYPING = 150;

/** The names that are highlighted as names of the shell. */
const names: ReadonlySet<string> = new Set([...words, ...shellKinds.map(({ global }) => global)]);

/** The path of the history file, which is in the state folder. */
function historyFile(): string {
  const { join } = process.getBuiltinModule("node:path");
  return join(locate(contextOfThisProcess()).state, "repl-history");
}

/** The likely meaning of a JavaScript error, in terms of the shell's names. */
function clear(live: LazyLive, error: unknown, code: string): string | undefined {
  const [, name] = error instanceof ReferenceError ? (/^(\S+) is not defined$/.exec(error.message) ?? []) : [];
  if (name === undefined) return live.isLoaded() ? live().clarify(error, code) : undefined;
  const globals = live.isLoaded() ? live().globals() : [];
  const meant = didYouMean(name, [...words, ...shellKinds.map(({ global }) => global), ...globals]);
  return `${name} is not defined${meant === "" ? "; help lists what is available" : `.${meant}`}`;
}

/** On Ctrl-C, cancels running calls before Node's REPL reacts with a new prompt or an exit. */
function cancelFirst(server: NodeRepl, inFlight: InFlight, { waiting }: EvaluationProgress): void {
  const own = server.listeners("SIGINT") as (() => void)[];
  server.removeAllListeners("SIGINT");
  server.on("SIGINT", () => {
    const givePromptBack = () => {
      for (const listener of own) listener.call(server);
    };
    const held = waiting();
    if (!inFlight.cancel() || held === undefined) return givePromptBack();
    setTimeout(() => {
      if (waiting() === held) givePromptBack();
    }, MOMENT);
  });
}
