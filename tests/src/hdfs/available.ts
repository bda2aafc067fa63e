import { hdfsSoftware } from "@reeve/engine-hdfs/software";
import { missingFor } from "../real-engine.ts";

/** Why a real file system cannot run here; undefined where it can. */
export const missingForFileSystem = (): Promise<string | undefined> => missingFor(hdfsSoftware);
