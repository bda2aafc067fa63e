import { isReeveError, ReeveError } from "@reeve/contract";
import type { Clock, Store } from "@reeve/orchestrator/runtime";

/**
 * A store for events that have already happened. Storing such an event must not fail: a dead broker stays dead even if the disk is full.
 * Entries that cannot be written are therefore kept in memory, and written together as soon as possible.
 */
export interface RetryingStore extends Store {
  /** Throws if earlier entries could not be written yet. Must be called before each change that a user requests. */
  expectKept(): void;
}

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
        throw new ReeveError(error.code, `${error.message}; the service tries again`, {}, { cause: error });
      }
    },
  };
}
