import { hdfsSoftware } from "@reeve/engine-hdfs/software";
import { missingFor } from "../real-engine.ts";

/** The reason why a real file system cannot run on this machine; undefined if it can. */
export const missingForFileSystem = (): Promise<string | undefined> => missingFor(hdfsSoftware);
