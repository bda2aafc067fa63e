import type { Store } from "@reeve/orchestrator";
import { type NodeRecord, openNodeRecords } from "./node-records.ts";
import { createRing, type Ring } from "./ring.ts";
import { openRows, type Rows } from "./rows.ts";
import { type DatabaseSchema, noSchema } from "./schema.ts";

/** What a cluster of database nodes holds, kept in the store. */
export interface Database {
  schema(): DatabaseSchema;
  ring(): Ring;
  record(node: string): NodeRecord | undefined;
  records(): ReadonlyMap<string, NodeRecord>;
  readonly rows: Rows;
  /** Whether all it holds is the demo as it was made. */
  untouched(): boolean;
  /** Changes what nodes and key spaces there are, and rows with them: all of it or nothing. */
  change(change: DatabaseChange): void;
}

interface DatabaseChange {
  /** Without a record a node is no member any more. */
  readonly nodes?: ReadonlyMap<string, NodeRecord | undefined>;
  readonly schema?: DatabaseSchema;
  readonly rows?: Parameters<Rows["change"]>[0];
  /** Puts these rows in the place of all that there are. */
  readonly content?: Parameters<Rows["replaceAll"]>[0];
  readonly untouched?: boolean;
  /** Whatever else belongs to it. */
  readonly more?: readonly (readonly [string, unknown])[];
}

export function openDatabase(store: Store): Database {
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
