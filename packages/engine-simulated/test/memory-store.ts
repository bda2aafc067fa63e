import type { Store } from "@reeve/orchestrator";

/** A store like the orchestrator's, in memory: values go through JSON, keys are sorted, and writes are counted. */
export interface MemoryStore extends Store {
  /** How many rows each transaction wrote. */
  readonly writes: number[];
  /** Is called with every row before it is written. */
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
