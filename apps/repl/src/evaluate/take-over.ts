import { interruptible } from "./interruptible.ts";
import { isInterrupt, isRecoverable, type NodeRepl } from "./node-repl.ts";

/** Hooks around each evaluation. */
export interface EvaluationHooks {
  /** Rewrites typed text to JavaScript. */
  rewrite(code: string): string;
  /** What must be awaited before a value is a result; undefined if it is one. */
  pending(value: unknown): Promise<unknown> | undefined;
  /** Called with each complete command (all of its lines) before it runs, and with each line of an incomplete one. */
  accepted(code: string, isComplete: boolean): void;
  /** Called with every error, and the code that was evaluated. */
  failed(error: unknown, code: string): void;
  /** Called when a command has ended, before the next prompt. */
  ended(): void;
}

/** The state of a REPL. */
export interface Progress {
  /** What it waits for; Ctrl-C can cancel it. */
  waiting(): object | undefined;
  /** Whether it waits for input. */
  isIdle(): boolean;
}

const HELD = Symbol.for("@reeve/repl/held");
const HELD_AWAIT = 'await globalThis[Symbol.for("@reeve/repl/held")]\n';

/**
 * Replaces how a REPL evaluates. A value that must be awaited is evaluated again with `await`: Node then keeps input that is typed
 * meanwhile, runs pasted lines in order, and gives the prompt back on Ctrl-C.
 */
export function takeOver(server: NodeRepl, habits: EvaluationHooks): Progress {
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
      // No prompt after the user has left.
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
  // Errors that are thrown, or rejected under a typed `await`, do not come back to `eval`: they go to the REPL's domain.
  server._domain.removeAllListeners("error");
  server._domain.on("error", (error) => {
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

/** Reports background errors, such as those of a timer, above the prompt; the typed text stays. */
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

/** How a promise has settled. A rejection must not reach the promise that Node waits for, or Node would report it itself. */
type Settled = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

function hold(promise: Promise<unknown>): void {
  const held: Promise<Settled> = promise.then(
    (value) => ({ ok: true, value }),
    (error) => ({ ok: false, error }),
  );
  Object.defineProperty(globalThis, HELD, { value: held, configurable: true });
}
