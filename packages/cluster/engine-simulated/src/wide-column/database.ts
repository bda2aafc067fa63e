import type { Store } from "@reeve/orchestrator/engine";
import { createRing, type Ring } from "./ring.ts";
import { type NodeContent, openRows, type RowChange } from "./rows.ts";
import { noSchema, type SimulatedSchema } from "./schema.ts";

export type SimulatedDatabase = ReturnType<typeof openSimulatedDatabase>;

interface DatabaseChange {
  /** The new records of nodes. If a node's record is undefined, the node is no longer a member. */
  readonly nodes?: ReadonlyMap<string, SimulatedNodeRecord | undefined>;
  readonly schema?: SimulatedSchema;
  readonly rows?: readonly RowChange[];
  /** All rows of some nodes. They replace the earlier rows of these nodes. */
  readonly content?: ReadonlyMap<string, NodeContent>;
  readonly untouched?: boolean;
  /** Further database entries to write in the same transaction. */
  readonly more?: readonly (readonly [string, unknown])[];
}

/** The stored state of a cluster of database nodes. */
export function openSimulatedDatabase(store: Store) {
  /** The records of nodes that have ever joined. */
  const records = new Map([...store.entries(NODE)].map(([key, value]) => [key.slice(NODE.length), value as SimulatedNodeRecord]));
  const rows = openRows(store);
  let schema = (store.get("schema") as SimulatedSchema | undefined) ?? noSchema;
  let untouched = store.get("untouched") === true;
  let ring: Ring | undefined;
  return {
    schema: () => schema,
    ring(): Ring {
      ring ??= createRing(new Map([...records].map(([node, { tokens }]) => [node, tokens])));
      return ring;
    },
    record: (node: string) => records.get(node),
    records: (): ReadonlyMap<string, SimulatedNodeRecord> => records,
    rows,
    /** Whether the database contains exactly the demo rows, as they were created. */
    untouched: () => untouched,
    /** Changes nodes, keyspaces and rows in one transaction. */
    change({ nodes = new Map(), schema: next, rows: changes = [], content, untouched: isSo = untouched, more = [] }: DatabaseChange): void {
      const written: (readonly [string, unknown])[] = [...more];
      for (const [node, record] of nodes) written.push([NODE + node, record]);
      if (next) written.push(["schema", next]);
      if (isSo !== untouched) written.push(["untouched", isSo || undefined]);
      if (content) rows.replaceAll(content, written);
      else rows.change(changes, written);
      for (const [node, record] of nodes) {
        if (record) records.set(node, record);
        else records.delete(node);
      }
      if (next) schema = next;
      untouched = isSo;
      ring = undefined;
    },
  };
}

const NODE = "node/";

/** The data that the simulation stores about a node. */
export interface SimulatedNodeRecord {
  readonly hostId: string;
  /** Tokens are 64-bit numbers, which a JavaScript number cannot hold, so they are stored as decimal text. */
  readonly tokens: readonly string[];
  /** The volume with the node's rows; absent if the rows on it were lost. */
  readonly volume?: string;
}
