import type { Code } from "../start/read-code.ts";
import { isRecoverable, type NodeRepl, raise } from "./node-repl.ts";
import { type EvaluationHooks, takeOver } from "./take-over.ts";

/** The result of an evaluation: a value, nothing, or incomplete code. */
export interface EvaluationResult {
  readonly value?: unknown;
  readonly isIncomplete?: true;
}

/** Evaluates code; rejects with the error that the code throws. */
export type Evaluate = (code: Code) => Promise<EvaluationResult>;

/**
 * Makes a function that evaluates code as the shell does, with a Node REPL that writes no output. `late` is called with errors that occur
 * after an evaluation has ended.
 */
export function createEvaluator(habits: Pick<EvaluationHooks, "rewrite" | "pending">, late: (error: unknown) => void): Evaluate {
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
  let failed = late;
  takeOver(server, {
    ...habits,
    accepted: () => undefined,
    failed: (error) => failed(error),
    ended: () => undefined,
  });
  return async ({ text, file }) => {
    try {
      return await new Promise<EvaluationResult>((resolve, reject) => {
        failed = reject;
        server.eval(`${text}\n`, globalThis, file, (error, ...value) => {
          if (error && isRecoverable(error)) return resolve({ isIncomplete: true });
          if (error) return reject(error);
          if (value.length > 0) server.last = value[0];
          resolve({ value: value[0] });
        });
      });
    } finally {
      failed = late;
    }
  };
}

/**
 * Evaluates the code of a file as if the user had typed it all at once, and reports errors in the same way. `done` is called at the end,
 * unless an error of the code has already restored the prompt.
 */
export function evaluateFile(server: NodeRepl, { text, file }: Code, done: () => void): void {
  server.eval(`${text}\n`, globalThis, file, (error) => {
    if (error) raise(server, error);
    else done();
  });
}
