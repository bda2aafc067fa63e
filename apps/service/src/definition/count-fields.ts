import type { Kind } from "@reeve/orchestrator";

/**
 * The path of the field with the number of nodes, by kind of service and type of node. The first type of a kind is the usual one to scale.
 */
export const countFields: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  broker: { broker: ["settings", "BROKER_COUNT"] },
  "wide-column": { node: ["settings", "NODE_COUNT"] },
  "file-system": {
    data: ["pods", "data", "count"],
    journal: ["pods", "journal", "count"],
    name: ["pods", "name", "count"],
    fc: ["pods", "fc", "count"],
  },
};
