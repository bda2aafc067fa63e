import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { cancellationError } from "@reeve/contract";

/** A caller that waits for the shared work. */
export interface Waiter<Progress> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

interface Running<Progress> {
  readonly waiters: Set<Waiter<Progress>>;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

/** Runs work once for all callers at the same time, and reports to each. It is cancelled when no caller waits any more. */
export function shareWork<Progress>(work: (all: Required<Waiter<Progress>>) => Promise<void>): (waiter: Waiter<Progress>) => Promise<void> {
  let running: Running<Progress> | undefined;

  function begin(): Running<Progress> {
    const waiters = new Set<Waiter<Progress>>();
    const stop = new AbortController();
    const onProgress = (progress: Progress) => {
      for (const waiter of waiters) waiter.onProgress?.(progress);
    };
    const done = work({ signal: stop.signal, onProgress }).finally(() => {
      running = undefined;
    });
    return { waiters, stop, done };
  }

  return async (waiter) => {
    const { signal } = waiter;
    // Cancelled work may still be cleaning up. A new caller waits for the end of the cancelled work, and then starts the work again.
    while (running?.stop.signal.aborted) await running.done.catch(() => undefined);
    if (signal?.aborted) throw cancellationError(signal);
    running ??= begin();
    const { waiters, stop, done } = running;
    const left = Promise.withResolvers<void>();
    const leave = () => {
      waiters.delete(waiter);
      if (waiters.size === 0) stop.abort(signal?.reason);
      else left.resolve();
    };
    waiters.add(waiter);
    signal?.addEventListener("abort", leave);
    try {
      await Promise.race([done, left.promise]);
    } catch (error) {
      if (!signal?.aborted) throw error;
    } finally {
      signal?.removeEventListener("abort", leave);
      waiters.delete(waiter);
    }
    if (signal?.aborted) throw cancellationError(signal);
  };
}

const RETRY_INTERVAL = 200;

/**
 * Runs work that only one process on this machine may do at a time. Other processes wait. The system releases the lock of a killed process.
 * The lock file is never deleted, because then one process could hold the lock of the deleted file while another process locks a new file.
 */
export async function runExclusive(lock: string, signal: AbortSignal | undefined, work: () => Promise<void>): Promise<void> {
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
