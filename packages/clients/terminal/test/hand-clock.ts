import type { Clock } from "../src/live/live-region.ts";

/** A clock that a test controls. */
export interface HandClock extends Clock {
  /** Advances the time, and runs what is due. */
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
