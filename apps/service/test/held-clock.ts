import type { Clock } from "@reeve/orchestrator";

/** A clock that stands still until a test moves it. */
export interface HeldClock extends Clock {
  /** Advances the time and runs due timers in order. All effects of a timer happen before the next timer runs. */
  pass(milliseconds: number): Promise<void>;
}

export function holdClock(): HeldClock {
  let now = Date.UTC(2026, 0, 1);
  let count = 0;
  const due = new Map<number, { readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after: (milliseconds, run) => {
      const id = count++;
      due.set(id, { at: now + milliseconds, run });
      return () => void due.delete(id);
    },
    pass: async (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        const [next] = [...due].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
        if (!next) break;
        due.delete(next[0]);
        now = next[1].at;
        next[1].run();
        await settle();
      }
      now = end;
    },
  };
}

/** Waits until all settled promises have been handled. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
