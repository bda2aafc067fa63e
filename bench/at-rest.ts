import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/** How idle the processors must be, and for how many seconds at most this is awaited. */
const IDLE = 0.9;
const LONGEST = 30;

/**
 * Waits until everything is on disk and the processors are idle, so that a measurement does not include what the preparation has left to
 * do.
 */
export async function atRest(): Promise<void> {
  execFileSync("sync");
  for (let second = 0; second < LONGEST; second++) {
    const before = processorTime();
    await sleep(1000);
    const after = processorTime();
    if (after.idle - before.idle > IDLE * (after.all - before.all)) return;
  }
}

function processorTime(): { readonly idle: number; readonly all: number } {
  const times = cpus().map(({ times }) => times);
  const idle = times.reduce((sum, each) => sum + each.idle, 0);
  return { idle, all: times.flatMap((each) => Object.values(each)).reduce((sum, each) => sum + each, 0) };
}
