import { setTimeout as sleep } from "node:timers/promises";
import { MAX_ENTRIES } from "./remembered.ts";

/** The entries of a log in the order in which they were written, for those who follow the log. */
export function openWritten<Entry>() {
  const process = crypto.randomUUID();
  const listeners = new Set<(entry: Entry) => void>();
  const recent: Entry[] = [];
  let total = 0;
  const numberOf = (position: string) => {
    const [from, number = ""] = position.split(".");
    return from === process && /^\d{1,15}$/.test(number) ? Math.min(Number(number), total) : 0;
  };
  const positionOf = (number: number) => `${process}.${number}`;
  return {
    add: (entry: Entry) => {
      total++;
      recent.push(entry);
      if (recent.length > MAX_ENTRIES * 2) recent.splice(0, recent.length - MAX_ENTRIES);
      for (const listener of listeners) listener(entry);
    },
    /** Where the next entry will be. A position names this process, so that a position of an earlier one is noticed. */
    end: () => positionOf(total),
    /**
     * At most `count` entries from a position on; after a restart of the service, those since the restart. Also the position behind the
     * last of them, and how many entries before them are no longer in memory.
     */
    from: (position: string, count: number) => {
      const wanted = numberOf(position);
      const first = Math.max(wanted, total - recent.length);
      const begin = recent.length - (total - first);
      const entries = recent.slice(begin, begin + count);
      return { entries, next: positionOf(first + entries.length), missed: first - wanted };
    },
    /** Waits until there is an entry at the position, or for some seconds. */
    wait: async (position: string, seconds: number, signal: AbortSignal) => {
      if (numberOf(position) < total || seconds === 0) return;
      const arrived = new AbortController();
      const wake = () => arrived.abort();
      listeners.add(wake);
      await sleep(seconds * 1000, undefined, { signal: AbortSignal.any([signal, arrived.signal]), ref: false }).catch(() => undefined);
      listeners.delete(wake);
    },
    /** Calls the listener for each new entry. */
    listen: (listener: (entry: Entry) => void) => void listeners.add(listener),
  };
}
