import { endingOf, exitCodes, explainJson, terminalOfThisProcess } from "@reeve/terminal";
import { isInterrupt, isRecoverable, type NodeRepl } from "./evaluate/node-repl.ts";
import { pending } from "./evaluate/pending.ts";
import { rewrite } from "./evaluate/rewrite.ts";
import { takeOver } from "./evaluate/take-over.ts";
import type { Flags } from "./flags.ts";
import { defineGlobals, words } from "./globals.ts";
import { keepServicesNamed, lazyLive } from "./lazy-live.ts";
import { makeShell } from "./make-shell.ts";
import { runFirst } from "./rc.ts";
import type { Shell } from "./shell.ts";
import { failureLines } from "./show/failure.ts";
import { createWriter } from "./show/write.ts";

/** Runs code that nobody types: prints what it gives and ends with the exit code of what went wrong. */
export async function runBatch(flags: Flags): Promise<number> {
  const terminal = terminalOfThisProcess();
  const shell = makeShell(flags, terminal, {
    conversation: () => terminal.conversation(),
    changed: () => keepServicesNamed(live),
  });
  const live = lazyLive(shell);
  const write = createWriter(shell.drawings, shell.secrets, terminal.results.look);
  const print = (value: unknown): void => {
    const text = write(value, shell.switches.format);
    if (text !== "") terminal.results.write(`${text}\n`);
  };
  defineGlobals(live, print);
  const stop = onInterrupt(shell);
  // Nothing of a simulated cluster keeps a process alive.
  const alive = setInterval(() => undefined, 2 ** 30);
  try {
    const evaluate = createEvaluator(shell);
    if (flags.demo) await live().demo();
    if (!live.isLoaded() && flags.profile !== undefined) live().session.needed();
    await runFirst(flags, (code, file) => evaluate(code, file));
    if (flags.eval !== undefined) printed(await evaluate(flags.eval, "--eval"), print);
    else if (flags.script !== undefined) await evaluate(readScript(flags.script), flags.script);
    else for await (const result of lineByLine(evaluate)) printed(result, print);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return tell(error, shell);
  } finally {
    clearInterval(alive);
    stop();
    if (live.isLoaded()) await live().session.close();
  }
}

/** What evaluating has come to: a value, nothing, or code that is not complete yet. */
type Result = { readonly value?: unknown; readonly isIncomplete?: true };

type EvaluateCode = (code: string, file: string) => Promise<Result>;

function printed({ value }: Result, print: (value: unknown) => void): void {
  if (value !== undefined) print(value);
}

/** Evaluates as the shell does, with Node's own REPL, which nobody sees. */
function createEvaluator(shell: Shell): EvaluateCode {
  const { start } = process.getBuiltinModule("node:repl");
  const { PassThrough } = process.getBuiltinModule("node:stream");
  const output = new PassThrough().resume();
  const server = start({
    prompt: "",
    input: new PassThrough(),
    output,
    terminal: false,
    useGlobal: true,
    breakEvalOnSigint: true,
  }) as NodeRepl;
  let fail: (error: unknown) => void = () => undefined;
  takeOver(server, {
    rewrite: (code) => rewrite(code, words),
    pending: (value) => pending(shell, value),
    accepted: () => undefined,
    failed: (error) => fail(error),
  });
  return (code, file) =>
    new Promise<Result>((resolve, reject) => {
      fail = reject;
      server.eval(`${code}\n`, globalThis, file, (error, ...value) => {
        if (error && isRecoverable(error)) return resolve({ isIncomplete: true });
        if (error) return reject(error);
        if (value.length > 0) server.last = value[0];
        resolve({ value: value[0] });
      });
    });
}

/** Evaluates standard input as it comes, each piece as soon as it is complete. */
async function* lineByLine(evaluate: EvaluateCode): AsyncGenerator<Result> {
  const { createInterface } = process.getBuiltinModule("node:readline");
  let code = "";
  for await (const line of createInterface({ input: process.stdin })) {
    code += code === "" ? line : `\n${line}`;
    if (code.trim() === "") continue;
    const result = await evaluate(code, "stdin");
    if (result.isIncomplete) continue;
    code = "";
    yield result;
  }
  if (code.trim() !== "") throw new SyntaxError("the end came before the code was complete");
}

function readScript(path: string): string {
  const text = process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  return text.replace(/^#!.*/, "");
}

function tell(error: unknown, { flags, terminal, secrets }: Shell): number {
  const { notes } = terminal;
  const lines = flags.json ? [explainJson(error)] : failureLines(error, notes.look());
  notes.write(lines.map((line) => `${secrets.redact(line)}\n`).join(""));
  if (isInterrupt(error)) return exitCodes.cancelled;
  return error instanceof SyntaxError ? exitCodes["bad-input"] : exitCodes[endingOf(error)];
}

/** Ctrl-C cancels what is under way, and the second one ends the process. */
function onInterrupt({ inFlight }: Shell): () => void {
  const interrupt = () => {
    if (!inFlight.cancel()) process.exit(exitCodes.cancelled);
  };
  process.on("SIGINT", interrupt);
  return () => void process.off("SIGINT", interrupt);
}
