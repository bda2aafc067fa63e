import { ReeveError } from "@reeve/contract";
import type { Context } from "./context.ts";

/** Signals that stop a command early. */
type Ending = Pick<Context, "signal" | "interruption" | "over" | "left">;

/** The same with the functions that trigger them. */
export interface Endable {
  readonly ending: Ending;
  /** The user pressed Ctrl-C, or the process got this signal. */
  interrupt(name: string): void;
  /** Starts the timeout of the whole command; `typed` is its value as typed. */
  limit(milliseconds: number, typed: string): void;
  /** Clears the timer. */
  stop(): void;
}

/** Makes the signals of a command. Each is aborted with the error that the command ends with. */
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
