import { brokerApi } from "@reeve/broker-models";
import type { ServiceKind } from "../kind.ts";
import { nodeWaits, planWaits, podWaits } from "../shared/waits.ts";

/** Declares the commands of the message broker service. */
export const broker: ServiceKind = {
  api: brokerApi,
  waits: new Set([
    ...planWaits,
    ...podWaits,
    ...nodeWaits,
    "brokers.restart",
    "brokers.replace",
    "topics.delete",
    "topics.replication",
    "partitions.balance",
    "partitions.electLeaders",
  ]),
  load: async () => (await import("./service-parts.ts")).parts,
};
