import type { NodeView } from "@reeve/orchestrator/engine";
import type { RoomOf } from "./closed.ts";
import type { Members } from "./members.ts";
import type { Records } from "./records.ts";
import type { ServedTimes } from "./served-times.ts";

/** What is known about a cluster of databases, and how its nodes are reached. */
export interface DatabaseAccess {
  readonly members: Members;
  readonly records: Records;
  readonly served: ServedTimes;
  readonly room: RoomOf;
  nodes(): readonly NodeView[];
  /** The number of nodes in the definition. */
  count(): number;
}
