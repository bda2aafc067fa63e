import type { Store } from "@reeve/orchestrator/engine";

/** A requirement that every engine or runtime must meet. Any test runner can run it: `test.each(laws)`. */
export interface Law {
  readonly name: string;
  /** Rejects with a description of the violation. */
  holds(): Promise<void>;
}

export function expect(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}

/** Default timeout in milliseconds. It is long, because real nodes may be starting on a busy machine. */
const TIMEOUT = 60_000;

/** Rejects if a promise does not settle in time. */
export async function inTime<Value>(what: string, coming: Promise<Value>, milliseconds = TIMEOUT): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${milliseconds / 1000} s`)), milliseconds);
  });
  return Promise.race([coming, late]).finally(() => clearTimeout(timer));
}

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
