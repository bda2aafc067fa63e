import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds. */
const LOOK_AGAIN = 200;

/**
 * Does work that one process of this machine may do at a time: later ones wait. The system takes the lock back from a process that
 * was killed. Its file stays, empty: were it deleted, one could wait for the old file while another works under a new one.
 */
export async function runExclusive(
  lock: string,
  signal: AbortSignal | undefined,
  work: () => Promise<void>,
): Promise<void> {
  // What the system says of a file that cannot be made says more than SQLite does.
  closeSync(openSync(lock, "a"));
  using file = new DatabaseSync(lock, { timeout: 0 });
  while (!take(file)) await sleep(LOOK_AGAIN, undefined, signal ? { signal } : {});
  await work();
}

/** Takes what SQLite lets one connection have, of all processes; what is never written stays an empty file. */
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
