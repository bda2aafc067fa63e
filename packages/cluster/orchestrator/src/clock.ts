/** A source of time and timers. It is passed as a parameter, so that tests can control time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs a function once, after the given time. The returned function cancels the timer. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The clock of the machine on which this process runs. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Waits until the given time has passed or the signal is aborted. Callers check the signal to find out which of the two has happened. */
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
