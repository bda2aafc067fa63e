import type { Clock } from "@reeve/orchestrator/engine";

/** A clock for tests. Its time only advances when `advance` is called, so tests need not wait. */
export interface ManualClock extends Clock {
  /** Advances the time. The timers that become due run in order, each at its own time. */
  advance(milliseconds: number): Promise<void>;
}

/** Makes a manual clock. */
export function manualClock(start: number = Date.UTC(2030, 0, 1)): ManualClock {
  let now = start;
  let count = 0;
  const due = new Map<number, { readonly at: number; readonly run: () => void }>();

  function next(until: number): number | undefined {
    let first: number | undefined;
    let earliest = until;
    for (const [id, { at }] of due) {
      if (at < earliest || (at === earliest && first === undefined)) [first, earliest] = [id, at];
    }
    return first;
  }

  return {
    now: () => now,
    after(milliseconds, run) {
      const id = count++;
      due.set(id, { at: now + Math.max(0, milliseconds), run });
      return () => due.delete(id);
    },
    async advance(milliseconds) {
      const until = now + milliseconds;
      await settled();
      for (let id = next(until); id !== undefined; id = next(until)) {
        const timer = due.get(id);
        due.delete(id);
        if (!timer) break;
        now = Math.max(now, timer.at);
        timer.run();
        await settled();
      }
      now = until;
    },
  };
}

/** Waits until all promises that can settle have settled, including those that are created meanwhile. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
