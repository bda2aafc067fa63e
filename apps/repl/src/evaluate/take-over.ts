import { interruptible } from "./interruptible.ts";
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

export interface EvaluationProgress {
  /** The call for which the REPL waits; Ctrl-C can cancel this call. */
  waiting(): object | undefined;
  /** Whether the REPL waits for input. */
  isIdle(): boolean;
}

const HELD = Symbol.for("@reeve/repl/held");
const HELD_AWAIT = 'await globalThis[Symbol.for("@reeve/repl/held")]\n';

/**
 * Replaces the evaluation of a REPL. If the value of a line must be awaited, the line is evaluated again with `await`. Node then keeps
 * input that is typed meanwhile, runs pasted lines in order, and restores the prompt on Ctrl-C.
 */
export function takeOver(server: NodeRepl, habits: EvaluationHooks): EvaluationProgress {
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
      own(HELD_AWAIT, context, file, (_, held) => {
        waiting = undefined;
        const settled = held as Settled;
        if (settled.ok) {
          finish(null, settled.value);
          return;
        }
        server.lastError = settled.error;
        habits.failed(settled.error, typed);
        finish(null);
      });
    };
    const code = habits.rewrite(typed);
    interruptible(() =>
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
  return { waiting: () => waiting, isIdle: () => isIdle };
}

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
