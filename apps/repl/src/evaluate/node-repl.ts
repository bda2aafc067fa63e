import type { REPLServer } from "node:repl";

/** The undocumented parts of Node's REPL that this shell uses. Only this folder and `editing` use them. */
export interface NodeRepl extends REPLServer {
  eval: Evaluate;
  last: unknown;
  lastError: unknown;
  lines: string[] & { level?: unknown[] };
  closed: boolean;
  readonly _domain: NodeJS.EventEmitter;
  /** The methods of readline that it calls, by their internal names. */
  _writeToOutput(text: string): void;
  _refreshLine(): void;
  /** The cursor's row within the line, as last drawn. */
  prevRows: number;
  _ttyWrite(text: string, key?: { readonly name?: string; readonly shift?: boolean }): void;
  _tabComplete(isSecond: boolean): void;
}

/** How a REPL evaluates: `done` is called with a value, with nothing, or with a syntax error. */
type Evaluate = (code: string, context: unknown, file: string, done: Done) => void;

/** With one argument, nothing is printed and `_` keeps its value. */
type Done = (error: Error | null, ...value: [value?: unknown]) => void;

/** Whether the code is only incomplete. */
export function isRecoverable(error: unknown): boolean {
  const { Recoverable } = process.getBuiltinModule("node:repl");
  return error instanceof Recoverable;
}

/** Whether Ctrl-C has ended an evaluation. */
export function isInterrupt(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED";
}
