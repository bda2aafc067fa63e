import type { Clock } from "@reeve/orchestrator/runtime";

/** A clock that a test moves. */
export interface HeldClock extends Clock {
  /** Advances the time, and runs the timers that are due. */
  pass(milliseconds: number): void;
}

export function heldClock(): HeldClock {
  let now = Date.parse("2026-01-01T00:00:00Z");
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass: (milliseconds) => {
      now += milliseconds;
      for (const timer of [...timers]) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.run();
      }
    },
  };
}
