import { ReeveError } from "@reeve/contract";
import { cancellationError } from "./cancellation.ts";

/** A limit of time and a caller who may give up, for all that a call does. */
export interface Deadline {
  /** The error for whichever of the two has happened; undefined while neither has. */
  error(): ReeveError | undefined;
  /** Milliseconds until the limit. */
  remaining(): number;
  /** Begins a wait that ends with the whole, or earlier by a limit of its own. */
  wait(milliseconds?: number, sentence?: string): Wait;
  /** Ends the whole and all that waits, if nothing else has. */
  end(error: ReeveError): void;
  /** Leaves the caller's signal as it was found. */
  stop(): void;
}

/** One wait: for an attempt, a login, or the time between two attempts. */
export interface Wait {
  /** Aborted when the wait must end; its reason is the error. */
  readonly signal: AbortSignal;
  error(): ReeveError | undefined;
  stop(): void;
}

/** The longest that a timer of the platform can wait. */
const LONGEST = 2 ** 31 - 1;

/**
 * Begins to be patient. `AbortSignal.any` and `AbortSignal.timeout` would do the same, cost more, and leave something on a signal that
 * many calls share; here nothing is left after `stop`. A timer runs only while something is waited for.
 */
export function startDeadline(milliseconds: number, caller: AbortSignal | undefined, sentence: string): Deadline {
  const begun = performance.now();
  const waiting = new Set<(error: ReeveError) => void>();
  let error: ReeveError | undefined;
  const left = () => milliseconds - (performance.now() - begun);
  const end = (reason: ReeveError) => {
    error ??= reason;
    for (const callback of waiting) callback(error);
    waiting.clear();
  };
  const expire = () => end(new ReeveError("timed-out", sentence));
  const cancel = () => end(cancellationError(caller));
  if (caller?.aborted) cancel();
  else caller?.addEventListener("abort", cancel);

  return {
    error: () => error ?? (left() <= 0 ? new ReeveError("timed-out", sentence) : undefined),
    remaining: left,
    wait: (limit = Number.POSITIVE_INFINITY, ownSentence = sentence) => {
      const controller = new AbortController();
      let ended: ReeveError | undefined;
      const giveUp = (reason: ReeveError) => {
        ended ??= reason;
        controller.abort(ended);
      };
      const rest = left();
      const timer =
        rest <= limit ? after(rest, expire) : after(limit, () => giveUp(new ReeveError("timed-out", ownSentence)));
      if (error) giveUp(error);
      else waiting.add(giveUp);
      return {
        signal: controller.signal,
        error: () => ended,
        stop: () => {
          clearTimeout(timer);
          waiting.delete(giveUp);
        },
      };
    },
    end,
    stop: () => caller?.removeEventListener("abort", cancel),
  };
}

/** Lets time pass, unless patience ends first. */
export async function pause(milliseconds: number, deadline: Deadline): Promise<void> {
  const { signal, stop } = deadline.wait();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      timer = after(milliseconds, resolve);
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function after(milliseconds: number, callback: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(callback, Math.min(Math.max(milliseconds, 0), LONGEST));
}
