/** A request or a transfer has made no progress for too long. */
export class NoProgressError extends Error {
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(`no progress for ${milliseconds / 1000} seconds`);
    this.name = "NoProgressError";
    this.milliseconds = milliseconds;
  }
}

/** What work that can stall gets. */
export interface Progress {
  /** Notes that the work has made progress. */
  progress(): void;
  /** Aborted when the result of the work is no longer wanted. */
  readonly signal: AbortSignal;
}

/** Runs work. Rejects if it does not call `progress` for the given time, or if the signal is aborted. */
export function withProgress<Result>(
  work: (input: Progress) => Promise<Result>,
  { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const ended = new AbortController();
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    };
    const end = (reason: unknown) => {
      over();
      reject(reason);
      ended.abort(reason);
    };
    const timer = setTimeout(() => end(new NoProgressError(timeout)), timeout);
    const abort = () => end(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    // A piece that arrives after the failure would start the timer again.
    const progress = () => {
      if (!ended.signal.aborted) timer.refresh();
    };
    new Promise<Result>((settle) => settle(work({ progress, signal: ended.signal }))).then(resolve, reject).finally(over);
  });
}

/** Calls `progress` for each piece that passes. */
export async function* noting(pieces: AsyncIterable<Uint8Array>, progress: () => void): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    progress();
    yield piece;
  }
}
