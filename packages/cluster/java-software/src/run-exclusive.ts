import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two attempts to take the lock. */
const RETRY_INTERVAL = 200;

/**
 * Runs work that only one process on this machine may do at a time. Other processes wait. The system releases the lock of a killed process.
 * The lock file is never deleted, because then one process could hold the lock of the deleted file while another process locks a new file.
 */
export async function runExclusive(
  lock: string,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  // The file is opened here first, because Node's error for a file that cannot be opened is clearer than that of SQLite.
  closeSync(openSync(lock, "a"));
  using file = new DatabaseSync(lock, { timeout: 0 });
  while (!take(file)) await sleep(RETRY_INTERVAL, undefined, signal ? { signal } : {});
  await work();
}

/** Takes SQLite's exclusive lock, which only one process can have. The file stays empty, because nothing is written. */
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
