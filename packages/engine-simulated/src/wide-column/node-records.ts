import type { Store } from "@reeve/orchestrator";

/** What a node knows of itself. */
export interface NodeRecord {
  readonly hostId: string;
  /** As decimal text: they need 64 bits. */
  readonly tokens: readonly string[];
  /** The volume that its rows are on; absent once that volume has lost them. */
  readonly volume?: string;
}

/** The nodes that have ever joined. */
export interface NodeRecords {
  get(node: string): NodeRecord | undefined;
  all(): ReadonlyMap<string, NodeRecord>;
  /** The store's entry for a record; `set` applies it after the write. */
  row(node: string, record: NodeRecord | undefined): readonly [string, NodeRecord | undefined];
  set(node: string, record: NodeRecord | undefined): void;
}

export function openNodeRecords(store: Store): NodeRecords {
  const records = new Map<string, NodeRecord>();
  for (const [key, value] of store.entries("node/")) records.set(key.slice("node/".length), value as NodeRecord);
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
