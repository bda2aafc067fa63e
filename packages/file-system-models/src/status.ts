import { about, keyed, object, operation, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** The state of a whole file system, as its name nodes report it. */
export interface FileSystemStatus {
  /** The id of the active name node; null if there is none, and then nobody knows what follows it. */
  readonly active: string | null;
  /** The state of each name node by id: `active`, `standby`, `initializing`; null where it does not answer. */
  readonly name_nodes: Readonly<Record<string, string | null>>;
  /** Why nothing can be written now; null where it can. */
  readonly safe_mode: string | null;
  /** Data nodes that the active name node hears of, and those of them that are being emptied. */
  readonly data_nodes: { readonly live: number; readonly decommissioning: number } | null;
  /** Bytes: what the live data nodes offer, what blocks use of it, and what is free. */
  readonly space: { readonly capacity: number; readonly used: number; readonly free: number } | null;
  /** All blocks, those with fewer copies than they should have, and those with none that can be read. */
  readonly blocks: { readonly all: number; readonly under_replicated: number; readonly missing: number } | null;
}

const FileSystemStatus: Schema<FileSystemStatus> = resource(
  "FileSystemStatus",
  "The state of a whole file system, as its name nodes report it.",
  {
    active: about("id of the active name node; null if there is none", v.nullable(v.string())),
    name_nodes: about(
      "active, standby or initializing by id; null if it does not answer",
      keyed(v.string(), v.nullable(v.string())),
    ),
    safe_mode: about("why the file system is read-only; null if it is not", v.nullable(v.string())),
    data_nodes: about(
      "that the active name node hears of, and how many of them are being emptied",
      v.nullable(object({ live: v.number(), decommissioning: v.number() })),
    ),
    space: about(
      "bytes that the data nodes offer, use and have free",
      v.nullable(object({ capacity: v.number(), used: v.number(), free: v.number() })),
    ),
    blocks: about(
      "all, those with fewer copies than they should have, and those with none that can be read",
      v.nullable(object({ all: v.number(), under_replicated: v.number(), missing: v.number() })),
    ),
  },
);

export const showStatus = operation({
  summary: "Show which name node is active, how full the file system is, and whether blocks lack copies",
  about: "Only Reeve's own service has this. It asks the name nodes each time.",
  effect: "read",
  output: FileSystemStatus,
  routes: { "*": "GET {reeve}/status" },
});
