import { ReeveError } from "@reeve/contract";
import { cancellationError } from "./cancellation.ts";

/** The deadline of a whole call, which also ends when the caller's signal is aborted. */
export interface Deadline {
  /** The error if the timeout has passed or the caller has cancelled the call; otherwise undefined. */
  error(): ReeveError | undefined;
  /** How many milliseconds are left until the timeout. */
  remaining(): number;
  /** Starts a wait that ends with the deadline, or earlier after its own timeout. */
  wait(milliseconds?: number, sentence?: string): Wait;
  /** Ends the deadline and all its waits with an error, unless they have already ended. */
  end(error: ReeveError): void;
  /** Removes the listener from the caller's signal. */
  stop(): void;
}

/** A single wait: for an attempt, a login, or the time between two attempts. */
export interface Wait {
  /** Aborted when the wait must end. The reason of the abort is the error. */
  readonly signal: AbortSignal;
  error(): ReeveError | undefined;
  stop(): void;
}

/** The longest delay of a platform timer, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Starts a deadline. `AbortSignal.any` and `AbortSignal.timeout` would do the same, but they cost more and leave listeners on a signal that
 * many calls share. A timer runs only during a wait.
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
      const abort = (reason: ReeveError) => {
        ended ??= reason;
        controller.abort(ended);
      };
      const rest = left();
      const timer =
        rest <= limit ? after(rest, expire) : after(limit, () => abort(new ReeveError("timed-out", ownSentence)));
      if (error) abort(error);
      else waiting.add(abort);
      return {
        signal: controller.signal,
        error: () => ended,
        stop: () => {
          clearTimeout(timer);
          waiting.delete(abort);
        },
      };
    },
    end,
    stop: () => caller?.removeEventListener("abort", cancel),
  };
}

/** Waits, unless the deadline ends first. */
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
  return setTimeout(callback, Math.min(Math.max(milliseconds, 0), MAX_TIMER));
}
