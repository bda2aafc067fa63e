import { cassandraSoftware } from "@reeve/engine-cassandra/software";
import { missingFor } from "../real-engine.ts";

export { titled } from "../real-engine.ts";

/** Why real database nodes cannot run here; undefined where they can. */
export const missingForCassandra = (): Promise<string | undefined> => missingFor(cassandraSoftware);
