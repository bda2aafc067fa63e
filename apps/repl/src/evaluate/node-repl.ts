import type { REPLServer } from "node:repl";

/** The undocumented parts of Node's REPL that the shell uses. Only this folder and `typing` may use them. */
export interface NodeRepl extends REPLServer {
  eval: Evaluate;
  last: unknown;
  lastError: unknown;
  lines: string[] & { level?: unknown[] };
  closed: boolean;
  /** The domain of evaluated code, up to Node 25. */
  readonly _domain?: NodeJS.EventEmitter;
  /** The handler of errors of evaluated code, since Node 26. */
  _handleError?(error: unknown): void;
  /** An internal method of readline, which the shell replaces. */
  _writeToOutput(text: string): void;
  _refreshLine(): void;
  /** Sets whether Ctrl-C is a key or sends a signal, and returns what was set before. */
  _setRawMode(isRaw: boolean): boolean;
  /** The row of the cursor within the line when the line was last drawn. */
  prevRows: number;
  _ttyWrite(text: string, key?: { readonly name?: string; readonly shift?: boolean }): void;
  _tabComplete(isSecond: boolean): void;
}

/** The type of a REPL's evaluation function: it calls `done` with a value, with nothing, or with a syntax error. */
type Evaluate = (code: string, context: unknown, file: string, done: Done) => void;

/** If `done` gets only its first argument, the REPL prints nothing and `_` keeps its value. */
type Done = (error: Error | null, ...value: [value?: unknown]) => void;

/**
 * Calls `handle` with each error of evaluated code that is not reported to `eval`: what it throws, awaits, or throws later in a callback.
 */
export function handleErrors(server: NodeRepl, handle: (error: unknown) => void): void {
  if (server._domain) server._domain.removeAllListeners("error").on("error", handle);
  else server._handleError = handle;
}

/** Reports an error as if evaluated code had thrown it. */
export function raise(server: NodeRepl, error: unknown): void {
  if (server._domain) server._domain.emit("error", error);
  else server._handleError?.(error);
}

/** Tells whether the error only means that the code is incomplete, so that more lines may follow. */
export function isRecoverable(error: unknown): boolean {
  const { Recoverable } = process.getBuiltinModule("node:repl");
  return error instanceof Recoverable;
}

/** Whether the error comes from Ctrl-C during an evaluation. */
export function isInterrupt(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_INTERRUPTED";
}
