import type { Clock } from "../../src/for-engines.ts";

/** A clock that stands still until the test moves it. */
export interface ManualClock extends Clock {
  /** Lets this many milliseconds pass. Each timer runs at its time, followed by its promise callbacks. */
  pass(milliseconds: number): Promise<void>;
  /** Sets the time of day forwards or back. Timers are not affected. */
  jump(milliseconds: number): void;
  /** Runs all pending callbacks that no timer delays. */
  settle(): Promise<void>;
}

/** The number of turns of the event loop after which nothing follows any more. */
const ROUNDS = 10;

export function manualClock(): ManualClock {
  let now = Date.parse("2026-01-01T00:00:00Z");
  let offset = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];

  /** Each turn of the event loop may write changes to the disk, and what follows from them happens in the next turn. */
  async function settle(): Promise<void> {
    for (let round = 0; round < ROUNDS; round++) await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    now: () => now + offset,
    jump: (milliseconds) => {
      offset += milliseconds;
    },
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    settle,
    pass: async (milliseconds) => {
      const end = now + milliseconds;
      await settle();
      for (;;) {
        const due = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((other) => other !== due);
        now = Math.max(now, due.at);
        due.run();
        await settle();
      }
      now = end;
    },
  };
}
