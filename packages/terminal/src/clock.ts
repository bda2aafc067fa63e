/** Time, as a parameter. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Does something later; what it gives back calls that off. A wait keeps no program alive. */
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
