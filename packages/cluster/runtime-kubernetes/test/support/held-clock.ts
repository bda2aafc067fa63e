import type { Clock } from "@reeve/orchestrator/runtime";

/** A clock that a test moves. */
export interface HeldClock extends Clock {
  /** Milliseconds that have passed, whatever the time is set to. */
  elapsed(): number;
  /** Changes the time, as an administrator does. No timer is due by that. */
  set(milliseconds: number): void;
  /** Advances the time, and runs the timers that are due. */
  pass(milliseconds: number): void;
}

export function heldClock(): HeldClock {
  let offset = Date.parse("2026-01-01T00:00:00Z");
  let passed = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => offset + passed,
    elapsed: () => passed,
    set: (milliseconds) => {
      offset += milliseconds;
    },
    after: (milliseconds, run) => {
      const timer = { at: passed + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pass: (milliseconds) => {
      passed += milliseconds;
      for (const timer of [...timers]) {
        if (timer.at > passed) continue;
        timers.delete(timer);
        timer.run();
      }
    },
  };
}
