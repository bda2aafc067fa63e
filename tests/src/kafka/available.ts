import { kafkaSoftware } from "@reeve/engine-kafka/software";
import { missingFor } from "../real-engine.ts";

export { titled } from "../real-engine.ts";

/** The reason why real brokers cannot run on this machine; undefined if they can. */
export const missingForKafka = (): Promise<string | undefined> => missingFor(kafkaSoftware);
