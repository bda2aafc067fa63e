import { about, integer, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

/** Which node: `0`, `"0"` or `node-0`. */
export interface NodeNumberInput {
  readonly node: number | string;
}

/** A node's number as the API document writes it: digits. */
export interface NodeNumber {
  readonly node: string;
}

const EXPECTED = "the number of a node: 0, or node-0";
const NUMBER = /^(?:node-)?(?:0|[1-9]\d{0,15})$/;

/** A node as a request body names it. */
export const NodeName: v.GenericSchema<string> = text(EXPECTED, NUMBER);

export const NodeNumberInput: Schema<NodeNumber, NodeNumberInput> = v.strictObject({
  node: about(
    "number of the node (0 or node-0)",
    v.pipe(
      v.union([NodeName, integer(0, undefined, EXPECTED)], `expected ${EXPECTED}`),
      v.transform((node) => String(node).replace("node-", "")),
    ),
  ),
});
