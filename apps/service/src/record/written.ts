import { setTimeout as sleep } from "node:timers/promises";
import { MAX_ENTRIES } from "./remembered.ts";

/** The entries of a log in the order in which they were written, for those who follow the log. */
export interface Written<Entry> {
  add(entry: Entry): void;
  /** Where the next entry will be. A position names this process, so that a position of an earlier one is noticed. */
  end(): string;
  /** At most `count` entries from a position on; after a restart of the service, those since the restart. */
  from(position: string, count: number): Following<Entry>;
  /** Waits until there is an entry at the position, or for some seconds. */
  wait(position: string, seconds: number, signal: AbortSignal): Promise<void>;
  /** Calls the listener for each new entry. */
  listen(listener: (entry: Entry) => void): void;
}

interface Following<Entry> {
  readonly entries: readonly Entry[];
  /** The position behind the last of these entries. */
  readonly next: string;
  /** How many entries before these are no longer in memory. */
  readonly missed: number;
}

export function openWritten<Entry>(): Written<Entry> {
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
    add: (entry) => {
      total++;
      recent.push(entry);
      if (recent.length > MAX_ENTRIES * 2) recent.splice(0, recent.length - MAX_ENTRIES);
      for (const listener of listeners) listener(entry);
    },
    end: () => positionOf(total),
    from: (position, count) => {
      const wanted = numberOf(position);
      const first = Math.max(wanted, total - recent.length);
      const begin = recent.length - (total - first);
      const entries = recent.slice(begin, begin + count);
      return { entries, next: positionOf(first + entries.length), missed: first - wanted };
    },
    wait: async (position, seconds, signal) => {
      if (numberOf(position) < total || seconds === 0) return;
      const arrived = new AbortController();
      const wake = () => arrived.abort();
      listeners.add(wake);
      await sleep(seconds * 1000, undefined, { signal: AbortSignal.any([signal, arrived.signal]), ref: false }).catch(() => undefined);
      listeners.delete(wake);
    },
    listen: (listener) => void listeners.add(listener),
  };
}
