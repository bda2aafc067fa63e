import { fileSystemApi } from "@reeve/file-system-models";
import type { ServiceKind } from "../kind.ts";
import { nodeWaits, planWaits, podWaits } from "../shared/waits.ts";

/** Declares the commands of the distributed file system service. */
export const fileSystem: ServiceKind = {
  api: fileSystemApi,
  waits: new Set([...planWaits, ...podWaits, ...nodeWaits]),
  load: async () => (await import("./service-parts.ts")).parts,
};
