import type { Store } from "@reeve/orchestrator";

/** A store as the orchestrator's is, but for the disk: values go through JSON, keys come in order. It counts what is written. */
export interface MemoryStore extends Store {
  /** How many rows each transaction wrote. */
  readonly writes: number[];
  /** Sees every row before it is written. */
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
