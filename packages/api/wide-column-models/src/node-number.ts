import { about, type Schema, textOrNumber } from "@reeve/contract";
import { NUMBER, nodeTraits } from "@reeve/scheduler-models";
import * as v from "valibot";

/** A node, by its number (`0` or `"0"`) or its id (`node-0`). */
export interface NodeNumberInput {
  /** Number of the node (0 or node-0). */
  readonly node: number | string;
}

/** The number of a node as the API document writes it: digits. */
export interface NodeNumber {
  readonly node: string;
}

/** The source of a regular expression for a node: `0` or `node-0`. */
export const NODE_SOURCE: string = `(?:node-)?${NUMBER}`;

export const NodeNumberInput: Schema<NodeNumber, NodeNumberInput> = v.strictObject({
  node: about(
    "number of the node (0 or node-0)",
    v.pipe(
      textOrNumber("the number of a node: 0, or node-0", new RegExp(`^${NODE_SOURCE}$`)),
      v.transform((node) => node.replace("node-", "")),
    ),
    nodeTraits,
  ),
});
