import { kafkaSoftware } from "@reeve/engine-kafka/software";
import { missingFor } from "../real-engine.ts";

export { titled } from "../real-engine.ts";

/** Why real brokers cannot run here; undefined where they can. */
export const missingForKafka = (): Promise<string | undefined> => missingFor(kafkaSoftware);
