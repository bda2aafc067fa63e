import type { Store } from "@reeve/orchestrator/engine";
import { openNodeRecords, type SimulatedNodeRecord } from "./node-records.ts";
import { createRing, type Ring } from "./ring.ts";
import { openRows, type Rows } from "./rows.ts";
import { type DatabaseSchema, noSchema } from "./schema.ts";

/** The stored state of a cluster of database nodes. */
export interface SimulatedDatabase {
  schema(): DatabaseSchema;
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
  readonly schema?: DatabaseSchema;
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
  let schema = (store.get("schema") as DatabaseSchema | undefined) ?? noSchema;
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
