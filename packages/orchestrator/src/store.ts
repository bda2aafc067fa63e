/** A durable map that belongs to one engine or one runtime. */
export interface Store {
  get(key: string): unknown;
  /** The entries whose keys begin with a prefix, sorted by key. */
  entries(prefix: string): Iterable<readonly [key: string, value: unknown]>;
  /** Writes entries as one transaction, which is durable when this returns. Values are JSON; `undefined` deletes an entry. */
  write(changes: Iterable<readonly [key: string, value: unknown]>): void;
}
