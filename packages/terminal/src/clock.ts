/** Time, as a parameter. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something later; returns a function that cancels it. It does not keep the process alive. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
