/** A durable map for one owner: an engine or a runtime. */
export interface Store {
  get(key: string): unknown;
  /** All entries whose keys begin with a prefix, sorted by key. */
  entries(prefix: string): Iterable<readonly [key: string, value: unknown]>;
  /** Atomic, and durable when this returns. `undefined` deletes an entry. Values are JSON. */
  write(changes: Iterable<readonly [key: string, value: unknown]>): void;
}
