import type { FallbackSpelling } from "@reeve/client";

/** The API document has a number in the path, but some servers expect the node's id, and answer 404 to a number. */
export const nodeNumbers: readonly FallbackSpelling[] = ["nodes.status", "nodes.info"].map((operation) => ({
  operation,
  field: "node",
  refusedWith: [400, 404, 500],
  spell: (text) => `node-${text}`,
}));
