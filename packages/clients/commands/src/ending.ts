import { ReeveError } from "@reeve/contract";
import type { Context } from "./context.ts";

/** The signals that stop a command early. */
type Ending = Pick<Context, "signal" | "interruption" | "over" | "left">;

/** The signals of a command, with the functions that abort them. */
export interface Endable {
  readonly ending: Ending;
  /** Aborts the signals because the user pressed Ctrl-C or the process received the signal `name`. */
  interrupt(name: string): void;
  /** Starts the timeout of the whole command. Its error shows `typed`, the timeout as the user wrote it. */
  limit(milliseconds: number, typed: string): void;
  /** Stops the timer of the timeout. */
  stop(): void;
}

/** Creates the signals of a command. The abort reason of a signal is the error with which the command ends. */
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
      const error = new ReeveError("timed-out", `the command did not finish within ${typed} (--timeout)`);
      timer = setTimeout(() => over.abort(error), milliseconds);
    },
    stop: () => clearTimeout(timer),
  };
}
