/** A durable map of one owner's own: an engine's for what it knows, a runtime's for what it runs. */
export interface Store {
  get(key: string): unknown;
  /** All entries whose key begins so, in the order of their keys. */
  entries(prefix: string): Iterable<readonly [key: string, value: unknown]>;
  /** All of it or nothing, and durable when this returns. `undefined` takes an entry away. Values are JSON. */
  write(changes: Iterable<readonly [key: string, value: unknown]>): void;
}
