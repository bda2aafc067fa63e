import { ReeveError } from "@reeve/contract";

/** A limit of time and a caller who may give up, as one signal. */
export interface Patience {
  readonly signal: AbortSignal;
  /** The error for whichever of the two has happened; undefined while neither has. */
  error(): ReeveError | undefined;
  /** Waits for something that knows nothing of signals, or throws that error. */
  race<Value>(work: Promise<Value>): Promise<Value>;
  /** Milliseconds until the limit. */
  left(): number;
  /** Takes listener and timer away. */
  end(): void;
}

/** The longest that a timer of the platform can wait. */
const LONGEST = 2 ** 31 - 1;

/**
 * Begins to wait. `AbortSignal.any` would do the same and leave something on a signal that many calls share; here nothing is left
 * after `end`.
 */
export function startPatience(milliseconds: number, caller: AbortSignal | undefined, sentence: string): Patience {
  const controller = new AbortController();
  const begun = performance.now();
  let error: ReeveError | undefined;
  const give = (reason: ReeveError) => {
    if (error) return;
    error = reason;
    controller.abort(reason);
  };
  const cancel = () => give(cancelled(caller));
  const timer = setTimeout(
    () => give(new ReeveError("timed-out", sentence)),
    Math.min(Math.max(milliseconds, 0), LONGEST),
  );
  if (caller?.aborted) cancel();
  else caller?.addEventListener("abort", cancel);
  return {
    signal: controller.signal,
    error: () => error,
    race: (work) => race(work, controller.signal),
    left: () => milliseconds - (performance.now() - begun),
    end: () => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", cancel);
    },
  };
}

function race<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** Waits, unless the signal says otherwise. */
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
