import type { Time } from "@reeve/client";

/** A clock that advances only while a caller sleeps. */
export function heldTime(): Time {
  let now = Date.parse("2026-01-01T00:00:00Z");
  return {
    now: () => now,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  };
}
