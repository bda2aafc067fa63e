import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two attempts to take the lock. */
const RETRY_INTERVAL = 200;

/**
 * Runs work that only one process of this machine may do at a time; others wait. The system releases the lock of a process that was
 * killed. The empty lock file stays, because deleting it would let a process wait for the old file while another locks a new one.
 */
export async function runExclusive(
  lock: string,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  // Opening the file first gives a better error than SQLite's.
  closeSync(openSync(lock, "a"));
  using file = new DatabaseSync(lock, { timeout: 0 });
  while (!take(file)) await sleep(RETRY_INTERVAL, undefined, signal ? { signal } : {});
  await work();
}

/** Takes SQLite's exclusive lock, which works across processes; nothing is written, so the file stays empty. */
function take(file: DatabaseSync): boolean {
  try {
    file.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === BUSY) return false;
    throw error;
  }
}

const BUSY = 5;
