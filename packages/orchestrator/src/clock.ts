/** The clock is a parameter, so that tests control time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function once after this time. The returned function cancels the timer. */
  after(milliseconds: number, run: () => void): () => void;
}

/** This machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Waits for the given time or until the signal is aborted. Callers check the signal to learn why the wait ended. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const over = () => {
      cancel();
      signal.removeEventListener("abort", over);
      resolve();
    };
    const cancel = clock.after(milliseconds, over);
    signal.addEventListener("abort", over);
  });
}
