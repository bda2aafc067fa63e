import type { Store } from "@reeve/orchestrator/engine";

/** A store in memory that behaves like the orchestrator's: it copies values through JSON, sorts keys, and counts writes. */
export interface MemoryStore extends Store {
  /** The number of entries in each transaction so far. */
  readonly writes: number[];
  /** Called with every entry before the entry is written. */
  onWrite: (key: string, value: unknown) => void;
}

export function memoryStore(): MemoryStore {
  const rows = new Map<string, string>();
  const writes: number[] = [];
  const store: MemoryStore = {
    writes,
    onWrite: () => {},
    get: (key) => parsed(rows.get(key)),
    *entries(prefix) {
      for (const key of [...rows.keys()].filter((each) => each.startsWith(prefix)).sort()) {
        yield [key, parsed(rows.get(key))] as const;
      }
    },
    write(changes) {
      let count = 0;
      for (const [key, value] of changes) {
        count++;
        store.onWrite(key, value);
        if (value === undefined) rows.delete(key);
        else rows.set(key, JSON.stringify(value));
      }
      writes.push(count);
    },
  };
  return store;
}

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));
