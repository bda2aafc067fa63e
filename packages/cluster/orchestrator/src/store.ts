/** A durable map from keys to JSON values, which belongs to one engine or one runtime. */
export interface Store {
  get(key: string): unknown;
  /** The entries whose keys begin with a prefix, sorted by key. */
  entries(prefix: string): Iterable<readonly [key: string, value: unknown]>;
  /** Writes entries as one transaction, which is durable when this returns. The value `undefined` deletes an entry. */
  write(changes: Iterable<readonly [key: string, value: unknown]>): void;
}
