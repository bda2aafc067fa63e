/** A source of time and timers. It is a parameter everywhere, so that tests control time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs a function later, and returns a function that cancels it. The timer does not keep the process alive. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The clock that uses the time and the timers of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
