import { ReeveError } from "@reeve/contract";
import type { Context } from "./context.ts";

/** When a command has to end, before it has come to its own end. */
type Ending = Pick<Context, "signal" | "interruption" | "over" | "left">;

/** An ending that can be brought about. */
export interface Endable {
  readonly ending: Ending;
  /** Somebody pressed Ctrl-C, or sent a signal of this name. */
  interrupt(name: string): void;
  /** From now on the time of the whole command counts; `typed` is how it was said. */
  limit(milliseconds: number, typed: string): void;
  /** Lets go of the timer. */
  stop(): void;
}

/** Makes one. Both say with which error they end what is under way. */
export function endable(now: () => number): Endable {
  const interruption = new AbortController();
  const over = new AbortController();
  let end: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ending: {
      signal: AbortSignal.any([interruption.signal, over.signal]),
      interruption: interruption.signal,
      over: over.signal,
      left: () => (end === undefined ? undefined : Math.max(1, end - now())),
    },
    interrupt: (name) => interruption.abort(new ReeveError("cancelled", "interrupted", {}, { cause: name })),
    limit: (milliseconds, typed) => {
      end = now() + milliseconds;
      const error = new ReeveError("timed-out", `the command was not done within ${typed} (--timeout)`);
      timer = setTimeout(() => over.abort(error), milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}
