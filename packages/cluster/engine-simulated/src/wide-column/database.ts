import type { Store } from "@reeve/orchestrator/engine";
import { createRing, type Ring } from "./ring.ts";
import { openRows, type Rows } from "./rows.ts";
import { noSchema, type SimulatedSchema } from "./schema.ts";

/** The stored state of a cluster of database nodes. */
export interface SimulatedDatabase {
  schema(): SimulatedSchema;
  ring(): Ring;
  record(node: string): SimulatedNodeRecord | undefined;
  records(): ReadonlyMap<string, SimulatedNodeRecord>;
  readonly rows: Rows;
  /** Whether the database contains exactly the demo rows, as they were created. */
  untouched(): boolean;
  /** Changes nodes, keyspaces and rows in one transaction. */
  change(change: DatabaseChange): void;
}

interface DatabaseChange {
  /** The new records of nodes. If a node's record is undefined, the node is no longer a member. */
  readonly nodes?: ReadonlyMap<string, SimulatedNodeRecord | undefined>;
  readonly schema?: SimulatedSchema;
  readonly rows?: Parameters<Rows["change"]>[0];
  /** All rows of some nodes. They replace the earlier rows of these nodes. */
  readonly content?: Parameters<Rows["replaceAll"]>[0];
  readonly untouched?: boolean;
  /** Further database entries to write in the same transaction. */
  readonly more?: readonly (readonly [string, unknown])[];
}

export function openSimulatedDatabase(store: Store): SimulatedDatabase {
  const records = openNodeRecords(store);
  const rows = openRows(store);
  let schema = (store.get("schema") as SimulatedSchema | undefined) ?? noSchema;
  let untouched = store.get("untouched") === true;
  let ring: Ring | undefined;
  return {
    schema: () => schema,
    ring() {
      ring ??= createRing(new Map([...records.all()].map(([node, { tokens }]) => [node, tokens])));
      return ring;
    },
    record: records.get,
    records: records.all,
    rows,
    untouched: () => untouched,
    change({ nodes = new Map(), schema: next, rows: changes = [], content, untouched: isSo = untouched, more = [] }) {
      const written: (readonly [string, unknown])[] = [...more];
      for (const [node, record] of nodes) written.push(records.row(node, record));
      if (next) written.push(["schema", next]);
      if (isSo !== untouched) written.push(["untouched", isSo || undefined]);
      if (content) rows.replaceAll(content, written);
      else rows.change(changes, written);
      for (const [node, record] of nodes) records.set(node, record);
      if (next) schema = next;
      untouched = isSo;
      ring = undefined;
    },
  };
}

/** The data that the simulation stores about a node. */
export interface SimulatedNodeRecord {
  readonly hostId: string;
  /** Tokens are 64-bit numbers, which a JavaScript number cannot hold, so they are stored as decimal text. */
  readonly tokens: readonly string[];
  /** The volume with the node's rows; absent if the rows on it were lost. */
  readonly volume?: string;
}

/** The records of nodes that have ever joined. */
interface NodeRecords {
  get(node: string): SimulatedNodeRecord | undefined;
  all(): ReadonlyMap<string, SimulatedNodeRecord>;
  /**
   * Returns the database entry for a record. The caller writes the entry to the database, and then calls `set` to update the record in
   * memory.
   */
  row(node: string, record: SimulatedNodeRecord | undefined): readonly [string, SimulatedNodeRecord | undefined];
  set(node: string, record: SimulatedNodeRecord | undefined): void;
}

function openNodeRecords(store: Store): NodeRecords {
  const records = new Map<string, SimulatedNodeRecord>();
  for (const [key, value] of store.entries("node/")) records.set(key.slice("node/".length), value as SimulatedNodeRecord);
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
