import type { Store } from "../store.ts";

/** A store like the orchestrator's, in memory: values go through JSON, keys are sorted. */
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
