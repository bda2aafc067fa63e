import type { Store } from "@reeve/orchestrator/engine";

/** The data that the simulation stores about a node. */
export interface SimulatedNodeRecord {
  readonly hostId: string;
  /** Tokens are 64-bit numbers, which a JavaScript number cannot hold, so they are stored as decimal text. */
  readonly tokens: readonly string[];
  /** The volume with the node's rows; absent if the rows on it were lost. */
  readonly volume?: string;
}

/** The records of nodes that have ever joined. */
export interface NodeRecords {
  get(node: string): SimulatedNodeRecord | undefined;
  all(): ReadonlyMap<string, SimulatedNodeRecord>;
  /**
   * Returns the database entry for a record. The caller writes the entry to the database, and then calls `set` to update the record in
   * memory.
   */
  row(node: string, record: SimulatedNodeRecord | undefined): readonly [string, SimulatedNodeRecord | undefined];
  set(node: string, record: SimulatedNodeRecord | undefined): void;
}

export function openNodeRecords(store: Store): NodeRecords {
  const records = new Map<string, SimulatedNodeRecord>();
  for (const [key, value] of store.entries("node/"))
    records.set(key.slice("node/".length), value as SimulatedNodeRecord);
  return {
    get: (node) => records.get(node),
    all: () => records,
    row: (node, record) => [`node/${node}`, record],
    set: (node, record) => {
      if (record) records.set(node, record);
      else records.delete(node);
    },
  };
}
