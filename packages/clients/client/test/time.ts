import type { Time } from "../src/waiting/time.ts";

/** Time that passes only during sleeps. */
export function heldTime(): Time & { readonly slept: readonly number[] } {
  const slept: number[] = [];
  let now = Date.parse("2026-01-01T00:00:00Z");
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds) => {
      slept.push(milliseconds);
      now += milliseconds;
    },
  };
}
