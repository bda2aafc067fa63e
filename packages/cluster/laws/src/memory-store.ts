import type { Store } from "@reeve/orchestrator/engine";

/** A store in memory that behaves like the orchestrator's store: it copies values through JSON and sorts keys. */
export function memoryStore(): Store {
  const rows = new Map<string, string>();
  const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));
  return {
    get: (key) => parsed(rows.get(key)),
    *entries(prefix) {
      for (const key of [...rows.keys()].filter((each) => each.startsWith(prefix)).sort()) {
        yield [key, parsed(rows.get(key))] as const;
      }
    },
    write: (changes) => {
      for (const [key, value] of changes) {
        if (value === undefined) rows.delete(key);
        else rows.set(key, JSON.stringify(value));
      }
    },
  };
}
