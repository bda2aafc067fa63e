import { exitCodes, terminalOfThisProcess } from "@reeve/terminal";
import { createEvaluator, type Evaluate, type EvaluationResult } from "../evaluate/evaluator.ts";
import { habitsOf } from "../evaluate/habits.ts";
import { isInterrupt } from "../evaluate/node-repl.ts";
import { keepServicesNamed, lazyLive } from "../parts/lazy-live.ts";
import { type Explain, failureJson, failureLines, shellExitCode } from "../show/failure.ts";
import { createPrinter } from "../show/write.ts";
import type { ShellFlags, ShellLimits } from "./flags.ts";
import { defineGlobals } from "./globals.ts";
import { firstCode, readCode } from "./read-code.ts";
import { makeShell, type ShellState } from "./shell.ts";

const WATCH = `
const { workerData } = require("node:worker_threads");
setTimeout(() => process.kill(process.pid, "SIGINT"), workerData);
setTimeout(() => {
  require("node:fs").writeSync(2, "error: the timeout has passed, and the script could not be interrupted: it was killed\\n");
  process.kill(process.pid, "SIGKILL");
}, workerData + 1_000);
`;

/** Runs code without a user at a terminal: prints the result of the code, and returns the exit code. */
export function runBatch(flags: ShellFlags, limits: ShellLimits): Promise<number> {
  return runUnattended(flags, { limits, pace: 0, isVerbose: false }, async (evaluate, print) => {
    const first = firstCode(flags);
    if (first) await evaluate(first);
    if (flags.eval !== undefined) print(await evaluate({ text: flags.eval, file: "--eval" }));
    else if (flags.script !== undefined) await evaluate(readCode(flags.script));
    else for await (const result of lineByLine(evaluate)) print(result);
  });
}

/** Runs `work` in a new shell without a user at a terminal; returns the exit code. */
export async function runUnattended(
  flags: ShellFlags,
  options: Pick<ShellState, "limits" | "pace" | "isVerbose">,
  work: (evaluate: Evaluate, print: (result: EvaluationResult) => void) => Promise<void>,
): Promise<number> {
  const terminal = terminalOfThisProcess();
  const shell = makeShell(flags, terminal, {
    ...options,
    conversation: () => terminal.conversation(),
    changed: () => keepServicesNamed(live),
  });
  const live = lazyLive(shell);
  const print = createPrinter(shell);
  defineGlobals(live, print);
  const stop = onInterrupt(shell);
  const { over, left } = shell.limits;
  const end = left === undefined ? undefined : Date.now() + left;
  const stopWatching = left === undefined ? () => undefined : interruptAfter(left + MOMENT);
  let evaluated = "";
  const clear = (error: unknown) => (live.isLoaded() ? live().clarify(error, evaluated) : undefined);
  // Keeps the process alive, because the timers of a simulated cluster do not.
  const alive = setInterval(() => undefined, 2 ** 30);
  try {
    const evaluator = createEvaluator(habitsOf(shell, live), (error) => {
      process.exitCode = printError(error, shell, clear);
    });
    const evaluate: Evaluate = (code) => {
      evaluated = code.text;
      return evaluator(code);
    };
    if (flags.demo) await live().demo();
    else if (flags.profile !== undefined) live().session.needed();
    const done = work(evaluate, ({ value }) => {
      if (value !== undefined) print(value);
    });
    await (over ? Promise.race([done, rejectedBy(over)]) : done);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    // Code that blocked the thread has also delayed the timer of the timeout. The timer must fire first, so that the timeout is reported as
    // the reason.
    if (isInterrupt(error)) await new Promise((resolve) => setTimeout(resolve, 1));
    shell.inFlight.cancel();
    return printError(over?.aborted ? over.reason : error, shell, clear);
  } finally {
    clearInterval(alive);
    stop();
    stopWatching();
    if (live.isLoaded()) await live().session.close();
    // Without this exit, pending work of the user's code could keep the process alive for ever.
    if (over?.aborted) process.exit(shellExitCode(over.reason));
    if (end !== undefined) setTimeout(() => endLate(shell), Math.max(1, end - Date.now())).unref();
  }
}

/** Ends a script that has been evaluated, but whose background work is still running at the timeout. */
function endLate({ terminal: { notes } }: ShellState): never {
  notes.write("error: the timeout has passed, and work of the script was still running\n");
  process.exit(exitCodes["timed-out"]);
}

/** Milliseconds between the timeout and the end of the process if code still blocks the thread. */
const MOMENT = 50;

/** Evaluates standard input while the input arrives: each statement is evaluated as soon as it is complete. */
async function* lineByLine(evaluate: Evaluate): AsyncGenerator<EvaluationResult> {
  const { createInterface } = process.getBuiltinModule("node:readline");
  let text = "";
  for await (const line of createInterface({ input: process.stdin })) {
    text += text === "" ? line : `\n${line}`;
    if (text.trim() === "") continue;
    const result = await evaluate({ text, file: "stdin" });
    if (result.isIncomplete) continue;
    text = "";
    yield result;
  }
  if (text.trim() !== "") throw new SyntaxError("the input ended before the code was complete");
}

function printError(error: unknown, { flags, limits, terminal, secrets }: ShellState, clear: Explain): number {
  const { notes } = terminal;
  const isOver = limits.over?.aborted === true && error === limits.over.reason;
  const lines = flags.json ? [failureJson(error)] : failureLines(error, notes.style(), clear, isOver ? {} : undefined);
  notes.write(lines.map((line) => `${secrets.redact(line)}\n`).join(""));
  return shellExitCode(error);
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The first Ctrl-C cancels running calls, and the second one ends the process. */
function onInterrupt({ inFlight }: ShellState): () => void {
  const interrupt = () => {
    if (!inFlight.cancel()) process.exit(exitCodes.cancelled);
  };
  process.on("SIGINT", interrupt);
  return () => void process.off("SIGINT", interrupt);
}

/**
 * Ends code that blocks the thread for longer than `milliseconds`; no timer of the blocked thread could do so. The code is first
 * interrupted as by Ctrl-C. Then the process is ended, because code after an `await` cannot be interrupted. Returns a function that cancels
 * the timeout.
 */
function interruptAfter(milliseconds: number): () => void {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const worker = new Worker(WATCH, { eval: true, workerData: milliseconds });
  worker.unref();
  return () => void worker.terminate();
}
