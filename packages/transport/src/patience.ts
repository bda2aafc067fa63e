import { ReeveError } from "@reeve/contract";

/** A limit of time and a caller who may give up. */
export interface Patience {
  /** The error for whichever of the two has happened; undefined while neither has. */
  error(): ReeveError | undefined;
  /** Milliseconds until the limit. */
  left(): number;
  /** Calls back once, when patience ends; gives a function that takes the wish back. */
  onEnd(callback: (error: ReeveError) => void): () => void;
  /** Waits for something that knows nothing of limits, or throws the error. */
  race<Value>(work: Promise<Value>): Promise<Value>;
  /** Takes listener and timer away. */
  stop(): void;
}

/** The longest that a timer of the platform can wait. */
const LONGEST = 2 ** 31 - 1;

/**
 * Begins to wait. `AbortSignal.any` and `AbortSignal.timeout` would do the same, cost more, and leave something on a signal that many
 * calls share; here nothing is left after `stop`.
 */
export function startPatience(milliseconds: number, caller: AbortSignal | undefined, sentence: string): Patience {
  const begun = performance.now();
  const callbacks = new Set<(error: ReeveError) => void>();
  let error: ReeveError | undefined;
  const end = (reason: ReeveError) => {
    error ??= reason;
    for (const callback of callbacks) callback(error);
    callbacks.clear();
  };
  const cancel = () => end(cancelled(caller));
  const expire = () => end(new ReeveError("timed-out", sentence));
  const timer = setTimeout(expire, Math.min(Math.max(milliseconds, 0), LONGEST));
  if (caller?.aborted) cancel();
  else caller?.addEventListener("abort", cancel);
  const onEnd = (callback: (error: ReeveError) => void) => {
    if (error) callback(error);
    else callbacks.add(callback);
    return () => callbacks.delete(callback);
  };
  return {
    error: () => error,
    left: () => milliseconds - (performance.now() - begun),
    onEnd,
    race: (work) =>
      new Promise((resolve, reject) => {
        const forget = onEnd(reject);
        work.then(resolve, reject).finally(forget);
      }),
    stop: () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", cancel);
    },
  };
}

/** One attempt within a longer patience, as a signal that `fetch` takes. */
export interface Attempt {
  readonly signal: AbortSignal;
  error(): ReeveError | undefined;
  stop(): void;
}

/** Begins an attempt that ends with the whole, or earlier by a limit of its own. */
export function startAttempt(milliseconds: number, whole: Patience, sentence: string): Attempt {
  const controller = new AbortController();
  let error: ReeveError | undefined;
  const end = (reason: ReeveError) => {
    error ??= reason;
    controller.abort(error);
  };
  const timer = setTimeout(
    () => end(new ReeveError("timed-out", sentence)),
    Math.min(Math.max(milliseconds, 0), LONGEST),
  );
  const forget = whole.onEnd(end);
  return {
    signal: controller.signal,
    error: () => error,
    stop: () => {
      clearTimeout(timer);
      forget();
    },
  };
}

/** Waits, unless patience ends first. */
export function pause(milliseconds: number, patience: Patience): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return patience.race(slept).finally(() => clearTimeout(timer));
}

/** `AbortSignal.timeout` is a limit of time that the caller has set, not a change of mind. */
function cancelled(signal: AbortSignal | undefined): ReeveError {
  const { reason } = signal ?? {};
  const timeout = typeof reason === "object" && reason !== null && "name" in reason && reason.name === "TimeoutError";
  return timeout
    ? new ReeveError("timed-out", "the caller's limit of time ran out")
    : new ReeveError("cancelled", "the caller gave up");
}
