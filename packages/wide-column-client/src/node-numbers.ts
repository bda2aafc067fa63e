import type { FallbackSpelling } from "@reeve/client";

/** The document has a number in the path; some servers want the node's id there, and know no node `0`. */
export const nodeNumbers: readonly FallbackSpelling[] = ["nodes.status", "nodes.info"].map((operation) => ({
  operation,
  field: "node",
  refusedWith: [400, 404, 500],
  spell: (text) => `node-${text}`,
}));
