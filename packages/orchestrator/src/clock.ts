/** Time, as a parameter: tests hold it in their hands. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later, once; the function that it gives takes that back. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The time of this machine. Its timers keep no process alive. */
export const systemClock: Clock = {
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
