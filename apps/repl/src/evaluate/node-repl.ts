import type { REPLServer } from "node:repl";

/** What this shell uses of Node's REPL beyond its documents; nobody but this folder touches it. */
export interface NodeRepl extends REPLServer {
  eval: Evaluate;
  last: unknown;
  lastError: unknown;
  lines: string[] & { level?: unknown[] };
  closed: boolean;
  readonly _domain: NodeJS.EventEmitter;
}

/** How a REPL evaluates: `done` is told of a value, of nothing, or of a mistake in the syntax. */
type Evaluate = (code: string, context: unknown, file: string, done: Done) => void;

/** Called with one argument, nothing is printed and `_` stays what it is. */
type Done = (error: Error | null, ...value: [value?: unknown]) => void;

/** Whether the syntax is only not complete yet. */
export function isRecoverable(error: unknown): boolean {
  const { Recoverable } = process.getBuiltinModule("node:repl");
  return error instanceof Recoverable;
}

/** Whether Ctrl-C has ended an evaluation. */
export function isInterrupt(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED";
}
