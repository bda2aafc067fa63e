import { brokerApi } from "@reeve/broker-models";
import type { ServiceKind } from "../kind.ts";

/** Declares the commands of the message broker service. */
export const brokerKind: ServiceKind = {
  api: brokerApi,
  load: async () => (await import("./service-parts.ts")).brokerParts,
};
