import { handleErrors, isInterrupt, isRecoverable, type NodeRepl } from "./node-repl.ts";

/** Functions that are called before and after each evaluation. */
export interface EvaluationHooks {
  /** Rewrites typed text to JavaScript. */
  rewrite(code: string): string;
  /** The promise to await before a value can be shown; undefined if the value can be shown at once. */
  pending(value: unknown): Promise<unknown> | undefined;
  /** Called with all lines of a complete command, and with the lines so far of an incomplete command. */
  accepted(code: string, isComplete: boolean): void;
  /** Called with each error and the code that caused the error. */
  failed(error: unknown, code: string): void;
  /** Called at the end of a command, before the next prompt. */
  ended(): void;
}

export type EvaluationProgress = ReturnType<typeof takeOver>;

const HELD = Symbol.for("@reeve/repl/held");
const HELD_AWAIT = 'await globalThis[Symbol.for("@reeve/repl/held")]\n';

/**
 * Replaces the evaluation of a REPL. If the value of a line must be awaited, the line is evaluated again with `await`. Node then keeps
 * input that is typed meanwhile, runs pasted lines in order, and restores the prompt on Ctrl-C.
 */
export function takeOver(server: NodeRepl, habits: EvaluationHooks) {
  const own = server.eval;
  let waiting: object | undefined;
  let isIdle = true;
  let current = "";
  server.eval = (typed, context, file, done) => {
    isIdle = false;
    current = typed;
    const finish: typeof done = (...result) => {
      habits.ended();
      isIdle = true;
      // After the user has left the shell, no prompt is shown.
      if (!server.closed) done(...result);
    };
    const isWaitedFor = (value: unknown): void => {
      const promise = habits.pending(value);
      if (!promise) {
        finish(null, value);
        return;
      }
      hold(promise);
      waiting = promise;
      const settle: typeof done = (_, held) => {
        waiting = undefined;
        const settled = held as Settled;
        if (settled.ok) {
          finish(null, settled.value);
          return;
        }
        server.lastError = settled.error;
        habits.failed(settled.error, typed);
        finish(null);
      };
      // This code cannot block. The terminal therefore stays in raw mode, in which Ctrl-C is a key that waits to be read.
      interruptible(
        server,
        () => false,
        () => own(HELD_AWAIT, context, file, settle),
      );
    };
    const code = habits.rewrite(typed);
    const setRawMode = server._setRawMode;
    const withGrace = (isRaw: boolean): boolean => {
      const wasRaw = setRawMode.call(server, isRaw);
      // Node stops to watch for the signal now, and loses one that its watching thread has not seen yet.
      if (isRaw) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, GRACE);
      return wasRaw;
    };
    interruptible(server, withGrace, () =>
      own(code, context, file, (error, ...[value]) => {
        habits.accepted(typed, !isRecoverable(error));
        if (error) finish(error);
        else isWaitedFor(value);
      }),
    );
  };
  handleErrors(server, (error) => {
    const comesByItself = isIdle || (waiting !== undefined && !isInterrupt(error));
    if (!isInterrupt(error)) server.lastError = error;
    if (comesByItself) {
      reportAbovePrompt(server, isIdle, () => habits.failed(error, current));
      return;
    }
    waiting = undefined;
    habits.failed(error, current);
    habits.ended();
    isIdle = true;
    server.clearBufferedCommand();
    server.lines.level = [];
    if (!server.closed) server.displayPrompt();
  });
  return {
    /** The call for which the REPL waits; Ctrl-C can cancel this call. */
    waiting: (): object | undefined => waiting,
    /** Whether the REPL waits for input. */
    isIdle: (): boolean => isIdle,
  };
}

/** Milliseconds for which the thread that watches for Ctrl-C can run after an evaluation. */
const GRACE = 5;

/** Reports background errors, such as those of a timer, above the prompt, and keeps the typed text. */
function reportAbovePrompt(server: NodeRepl, isPrompted: boolean, report: () => void): void {
  if (isPrompted && server.terminal) {
    const { moveCursor, cursorTo, clearScreenDown } = process.getBuiltinModule("node:readline");
    moveCursor(server.output, 0, -server.getCursorPos().rows);
    cursorTo(server.output, 0);
    clearScreenDown(server.output);
  }
  report();
  if (isPrompted && !server.closed) server.displayPrompt(true);
}

/** The outcome of a promise. An error is wrapped, because Node would report a rejected promise itself. */
type Settled = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

function hold(promise: Promise<unknown>): void {
  const held: Promise<Settled> = promise.then(
    (value) => ({ ok: true, value }),
    (error) => ({ ok: false, error }),
  );
  Object.defineProperty(globalThis, HELD, { value: held, configurable: true });
}

/**
 * Evaluates code that Ctrl-C interrupts. The listeners for Ctrl-C are removed meanwhile: those of the process, because Node's REPL removes
 * them itself, but only after it has begun to watch for the signal, so that Ctrl-C would end the process; and those of the REPL, which Node
 * calls if the signal came too late to interrupt the code. What the code has started can be cancelled only when the REPL waits for it.
 */
function interruptible(server: NodeRepl, setRawMode: NodeRepl["_setRawMode"], evaluate: () => void): void {
  let isInterrupted = false;
  const { _setRawMode: ownSetRawMode } = server;
  const restored = [process, server].map(withoutListeners);
  server.once("SIGINT", () => {
    isInterrupted = true;
  });
  server._setRawMode = setRawMode;
  try {
    evaluate();
  } finally {
    server._setRawMode = ownSetRawMode;
    server.removeAllListeners("SIGINT");
    for (const restore of restored) restore();
  }
  if (isInterrupted && !server.closed) server.emit("SIGINT");
}

function withoutListeners(emitter: NodeJS.EventEmitter): () => void {
  const listeners = emitter.rawListeners("SIGINT") as (() => void)[];
  emitter.removeAllListeners("SIGINT");
  return () => {
    for (const listener of listeners) emitter.on("SIGINT", listener);
  };
}
