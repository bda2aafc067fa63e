import { about, operation, type Schema, text, textOrNumber } from "@reeve/contract";
import * as v from "valibot";
import { NODE_SOURCE } from "./node-number.ts";
import { maintenanceWait, startedAnswer } from "./started.ts";

/** The nodes, keyspaces and column families for the maintenance. */
export interface MaintenanceInput {
  /** Node numbers (0 or node-0), or * for all nodes. */
  readonly nodes: readonly (string | number)[];
  /** Keyspaces to work on (default: all). */
  readonly key_spaces?: readonly string[];
  /** Column families to work on (default: all). */
  readonly column_families?: readonly string[];
}

/** The input in the form of the request body: every node as text. */
export interface MaintenanceRequest extends MaintenanceInput {
  readonly nodes: readonly string[];
}

const ALL = "*";
const NodeOrAll = textOrNumber("the number of a node (0 or node-0), or *", new RegExp(`^(?:\\*|${NODE_SOURCE})$`));

const names = (what: string) => {
  const name = text(`the name of a ${what}`, /^\w{1,222}$/);
  return v.exactOptional(v.pipe(v.array(name), v.minLength(1, `expected at least one ${what}; leave this field out to select all`)));
};

export const MaintenanceInput: Schema<MaintenanceRequest, MaintenanceInput> = v.strictObject({
  nodes: about(
    "node numbers (0 or node-0), or * for all nodes",
    v.pipe(
      v.array(NodeOrAll),
      v.minLength(1, "expected at least one node, or * for all of them"),
      v.check((nodes) => nodes.length === 1 || !nodes.includes(ALL), "expected either * alone or nodes, not both"),
    ),
    { names: "node" },
  ),
  key_spaces: about("keyspaces to work on (default: all)", names("keyspace")),
  column_families: about("column families to work on (default: all)", names("column family")),
});

const body = ["nodes", "key_spaces", "column_families"] as const;

export const startCleanup = operation({
  summary: "Clean up nodes: drop data that they are no longer responsible for",
  effect: "change",
  verifiedBy: "plans.show",
  wait: maintenanceWait("cleanup"),
  input: MaintenanceInput,
  body,
  output: startedAnswer,
  routes: { W1: "PUT /cleanup/start" },
  example: { nodes: ["*"] },
});

export const startRepair = operation({
  summary: "Repair nodes: bring their replicas of the data in sync",
  effect: "change",
  verifiedBy: "plans.show",
  wait: maintenanceWait("repair"),
  input: MaintenanceInput,
  body,
  output: startedAnswer,
  routes: { W1: "PUT /repair/start" },
  example: { nodes: ["*"], key_spaces: ["demo"] },
});
