import { isInterrupt, isRecoverable, type NodeRepl } from "./node-repl.ts";

/** What happens around each evaluation. */
export interface Habits {
  /** Makes JavaScript of what was typed. */
  rewrite(code: string): string;
  /** What must be waited for before a value is a result; undefined where it is one already. */
  pending(value: unknown): Promise<unknown> | undefined;
  /** Told of a command that is about to run, with all its lines, and of each line of one that is not complete. */
  accepted(code: string, isComplete: boolean): void;
  /** Told of everything that goes wrong. */
  failed(error: unknown): void;
}

const HELD = Symbol.for("@reeve/repl/held");
const AWAIT_HELD = 'await globalThis[Symbol.for("@reeve/repl/held")]\n';

/**
 * Takes over how a REPL evaluates. What must be waited for is entered again with `await`: Node then keeps what is typed meanwhile, runs
 * pasted lines in their order, and gives the prompt back on Ctrl-C.
 */
export function takeOver(server: NodeRepl, habits: Habits): Waiting {
  const own = server.eval;
  let waiting: object | undefined;
  server.eval = (typed, context, file, done) => {
    const isWaitedFor = (value: unknown): void => {
      const promise = habits.pending(value);
      if (!promise) return done(null, value);
      hold(promise);
      waiting = promise;
      own(AWAIT_HELD, context, file, (_, held) => {
        waiting = undefined;
        const settled = held as Settled;
        if (settled.ok) return done(null, settled.value);
        server.lastError = settled.error;
        habits.failed(settled.error);
        done(null);
      });
    };
    own(habits.rewrite(typed), context, file, (error, ...[value]) => {
      habits.accepted(typed, !isRecoverable(error));
      if (error) done(error);
      else isWaitedFor(value);
    });
  };
  // What is thrown, or rejected under an `await` that was typed, does not come back to `eval`: it goes to the domain of the REPL.
  server._domain.removeAllListeners("error");
  server._domain.on("error", (error) => {
    waiting = undefined;
    if (!isInterrupt(error)) server.lastError = error;
    habits.failed(error);
    server.clearBufferedCommand();
    server.lines.level = [];
    if (!server.closed) server.displayPrompt();
  });
  return { waiting: () => waiting };
}

/** What a REPL waits for, which Ctrl-C can cancel. */
export interface Waiting {
  waiting(): object | undefined;
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
