import { cassandraSoftware } from "@reeve/engine-cassandra/software";
import { missingFor } from "../real-engine.ts";

export { titled } from "../real-engine.ts";

/** The reason why real database nodes cannot run on this machine; undefined if they can. */
export const missingForCassandra = (): Promise<string | undefined> => missingFor(cassandraSoftware);
