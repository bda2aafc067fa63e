import { isReeveError, ReeveError } from "@reeve/contract";
import type { Clock, Store } from "@reeve/orchestrator";

/**
 * A store for what happens by itself: a broker that dies has died, whether or not the disk is full. What cannot be kept at the moment is kept
 * as soon as it can be, all of it at once; until then it is read from memory.
 */
export interface RetryingStore extends Store {
  /** For what was asked for by somebody: throws as long as something has not been kept. */
  expectKept(): void;
}

/** Milliseconds until it is tried again. */
const RETRY_INTERVAL = 1000;

export function retryingStore(store: Store, clock: Clock): RetryingStore {
  const waiting = new Map<string, unknown>();
  let scheduled = false;

  function flush(): void {
    if (waiting.size === 0) return;
    store.write(waiting);
    waiting.clear();
  }

  function flushLater(): void {
    if (scheduled) return;
    scheduled = true;
    clock.after(RETRY_INTERVAL, () => {
      scheduled = false;
      tryToFlush();
    });
  }

  function tryToFlush(): void {
    try {
      flush();
    } catch (error) {
      if (!isReeveError(error, "server-failure")) throw error;
      flushLater();
    }
  }

  return {
    get: (key) => (waiting.has(key) ? waiting.get(key) : store.get(key)),
    entries: (prefix) => {
      if (waiting.size === 0) return store.entries(prefix);
      const all = new Map([...store.entries(prefix), ...[...waiting].filter(([key]) => key.startsWith(prefix))]);
      return [...all].filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1));
    },
    write: (changes) => {
      for (const [key, value] of changes) waiting.set(key, value);
      tryToFlush();
    },
    expectKept: () => {
      try {
        flush();
      } catch (error) {
        if (!isReeveError(error)) throw error;
        throw new ReeveError(error.code, `${error.message}; it is tried again`, {}, { cause: error });
      }
    },
  };
}
