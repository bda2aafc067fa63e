import { about, keyed, object, operation, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The state of a whole file system, as its name nodes report it. */
export interface FileSystemStatus {
  /** The id of the active name node. Null if there is none; the fields that only the active name node reports are then null, too. */
  readonly active: string | null;
  /** The state of each name node by id: `active`, `standby` or `initializing`; null if the node does not answer. */
  readonly name_nodes: Readonly<Record<string, string | null>>;
  /** Why writes are refused now; null if writes are accepted. */
  readonly safe_mode: string | null;
  /** How many data nodes send heartbeats to the active name node, and how many of these are being decommissioned. */
  readonly data_nodes: { readonly live: number; readonly decommissioning: number } | null;
  /** The capacity of the live data nodes, the space used by blocks, and the free space, all in bytes. */
  readonly space: { readonly capacity: number; readonly used: number; readonly free: number } | null;
  /** The number of all blocks, of under-replicated blocks, and of blocks without a readable replica. */
  readonly blocks: { readonly all: number; readonly under_replicated: number; readonly missing: number } | null;
}

const FileSystemStatus: Schema<FileSystemStatus> = resource(
  "FileSystemStatus",
  "The state of a whole file system, as its name nodes report it.",
  {
    active: about("id of the active name node; null if there is none", v.nullable(v.string())),
    name_nodes: about(
      "the state of each name node by id: active, standby or initializing; null if the node does not answer",
      keyed(v.string(), v.nullable(v.string())),
    ),
    safe_mode: about("why the file system refuses writes (safe mode); null if it accepts them", v.nullable(v.string())),
    data_nodes: about(
      "live: the number of data nodes that send heartbeats to the active name node; decommissioning: how many of these are being decommissioned",
      v.nullable(object({ live: v.number(), decommissioning: v.number() })),
    ),
    space: about(
      "capacity, used and free space of the data nodes, in bytes",
      v.nullable(object({ capacity: v.number(), used: v.number(), free: v.number() })),
    ),
    blocks: about(
      "numbers of all blocks, of under-replicated blocks, and of blocks without a readable replica",
      v.nullable(object({ all: v.number(), under_replicated: v.number(), missing: v.number() })),
    ),
  },
);

export const showStatus = operation({
  summary: "Show which name node is active, how full the file system is, and whether blocks lack replicas",
  about: "Each request asks the name nodes.",
  effect: "read",
  output: FileSystemStatus,
  routes: { "*": "GET {reeve}/status" },
});
