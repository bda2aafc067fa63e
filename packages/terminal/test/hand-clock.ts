import type { Clock } from "../src/clock.ts";

/** A clock that a test holds in its hand. */
export interface HandClock extends Clock {
  /** Lets time pass, and what was to be done in it be done. */
  pass(milliseconds: number): void;
}

export function handClock(): HandClock {
  let time = 0;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => time,
    after: (milliseconds, run) => {
      const entry = { at: time + milliseconds, run };
      due.add(entry);
      return () => due.delete(entry);
    },
    pass: (milliseconds) => {
      const end = time + milliseconds;
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        due.delete(next);
        time = next.at;
        next.run();
      }
      time = end;
    },
  };
}
