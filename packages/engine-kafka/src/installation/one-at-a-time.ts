import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds. */
const LOOK_AGAIN = 200;
const ABOUT_TO_BE_WRITTEN = 2000;

/** Does work that only one process of this machine may do at a time: whoever comes later waits. A process that was killed keeps nobody waiting. */
export async function oneAtATime(
  lock: string,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  while (!take(lock)) {
    if (!isHeld(lock)) rmSync(lock, { force: true });
    else await sleep(LOOK_AGAIN, undefined, signal ? { signal } : {});
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function isHeld(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    // A number that is not there yet is about to be written, or never will be.
    if (pid === 0) return Date.now() - statSync(lock).mtimeMs < ABOUT_TO_BE_WRITTEN;
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
