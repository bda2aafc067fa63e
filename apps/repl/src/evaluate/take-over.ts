import { isInterrupt, isRecoverable, type NodeRepl } from "./node-repl.ts";

/** What happens around each evaluation. */
export interface Habits {
  /** Makes JavaScript of what was typed. */
  rewrite(code: string): string;
  /** What must be waited for before a value is a result; undefined where it is one already. */
  pending(value: unknown): Promise<unknown> | undefined;
  /** Told of a command that is about to run, with all its lines, and of each line of one that is not complete. */
  accepted(code: string, isComplete: boolean): void;
  /** Told of everything that goes wrong, with the code that was evaluated. */
  failed(error: unknown, code: string): void;
  /** Told that a command is over, before there is a prompt again. */
  ended(): void;
}

/** How far a REPL is. */
export interface Progress {
  /** What it waits for, which Ctrl-C can cancel. */
  waiting(): object | undefined;
  /** Whether it waits for somebody to type. */
  isIdle(): boolean;
}

const HELD = Symbol.for("@reeve/repl/held");
const AWAIT_HELD = 'await globalThis[Symbol.for("@reeve/repl/held")]\n';

/**
 * Takes over how a REPL evaluates. What must be waited for is entered again with `await`: Node then keeps what is typed meanwhile, runs
 * pasted lines in their order, and gives the prompt back on Ctrl-C.
 */
export function takeOver(server: NodeRepl, habits: Habits): Progress {
  const own = server.eval;
  let waiting: object | undefined;
  let isIdle = true;
  let code = "";
  server.eval = (typed, context, file, done) => {
    isIdle = false;
    code = typed;
    const finish: typeof done = (...result) => {
      habits.ended();
      isIdle = true;
      // Who has left is not prompted again.
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
      own(AWAIT_HELD, context, file, (_, held) => {
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
    own(habits.rewrite(typed), context, file, (error, ...[value]) => {
      habits.accepted(typed, !isRecoverable(error));
      if (error) finish(error);
      else isWaitedFor(value);
    });
  };
  // What is thrown, or rejected under an `await` that was typed, does not come back to `eval`: it goes to the domain of the REPL.
  server._domain.removeAllListeners("error");
  server._domain.on("error", (error) => {
    const comesByItself = isIdle || (waiting !== undefined && !isInterrupt(error));
    if (!isInterrupt(error)) server.lastError = error;
    if (comesByItself) {
      tellBeside(server, isIdle, () => habits.failed(error, code));
      return;
    }
    waiting = undefined;
    habits.failed(error, code);
    habits.ended();
    isIdle = true;
    server.clearBufferedCommand();
    server.lines.level = [];
    if (!server.closed) server.displayPrompt();
  });
  return { waiting: () => waiting, isIdle: () => isIdle };
}

/** Tells of what nobody waits for, such as an error in a timer, above the prompt; what is typed there stays. */
function tellBeside(server: NodeRepl, isPrompted: boolean, tell: () => void): void {
  if (isPrompted && server.terminal) {
    const { moveCursor, cursorTo, clearScreenDown } = process.getBuiltinModule("node:readline");
    moveCursor(server.output, 0, -server.getCursorPos().rows);
    cursorTo(server.output, 0);
    clearScreenDown(server.output);
  }
  tell();
  if (isPrompted && !server.closed) server.displayPrompt(true);
}

/** How a promise has ended. That it failed must not make a promise fail that Node waits for: it would be told in Node's words. */
type Settled = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown };

function hold(promise: Promise<unknown>): void {
  const held: Promise<Settled> = promise.then(
    (value) => ({ ok: true, value }),
    (error) => ({ ok: false, error }),
  );
  Object.defineProperty(globalThis, HELD, { value: held, configurable: true });
}
