import { about, choice, resourceList, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

/** Overrides the refusal of a replacement that would lose data. */
export interface Force {
  /** Delete the node's volumes even if they hold the only copy of data, or if that is unknown; only the Reeve service supports this. */
  readonly force?: "data-loss";
}

/** The input field of `Force`. */
export const force: v.ExactOptionalSchema<v.GenericSchema<"data-loss">, undefined> = about(
  "delete the node's volumes even if they hold the only copy of data, or if that is unknown; only the Reeve service supports this",
  v.exactOptional(choice("data-loss")),
);

/** A node by its id. */
export interface NodeInput {
  /** Id of the node. */
  readonly node: string;
}

/** The ids of all nodes. */
export type NodeIds = readonly string[];

export const NodeIds: Schema<NodeIds> = resourceList("NodeIds", "The ids of all nodes, each `<type>-<index>`.", v.string());

/** The source of a regular expression for the number of a broker or a node. */
export const NUMBER = "(?:0|[1-9]\\d{0,15})";

/** The source of a regular expression for a node's id. */
export const NODE_ID: string = `[A-Za-z][\\w-]{0,200}-${NUMBER}`;

/** What front ends must know of a field that takes the id of a node. */
export const nodeTraits = { names: "node", isPositional: true } as const;

const entries = { node: about("id of the node", text("a node id such as name-0", new RegExp(`^${NODE_ID}$`)), nodeTraits) };

export const NodeInput: Schema<NodeInput, NodeInput> = v.strictObject(entries);

/** A node and a selection of its tasks. */
export interface NodeTasksInput extends NodeInput {
  /** Names of tasks, in short (node) or in full (name-0-node); default: all running tasks. */
  readonly tasks?: readonly string[];
}

export const NodeTasksInput: Schema<NodeTasksInput, NodeTasksInput> = v.strictObject({
  ...entries,
  tasks: about(
    "names of tasks, in short (node) or in full (name-0-node); default: all running tasks",
    v.exactOptional(
      v.pipe(
        v.array(text("the name of a task such as name-0-node", /^[A-Za-z][\w-]{0,300}$/)),
        v.minLength(1, "expected at least one task; leave this field out to select all running tasks"),
      ),
    ),
  ),
});

export const ReplaceNodeInput: Schema<NodeInput & Force, NodeInput & Force> = v.strictObject({ ...entries, force });
