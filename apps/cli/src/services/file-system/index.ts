import { fileSystemApi } from "@reeve/file-system-models";
import type { ServiceKind } from "../kind.ts";
import { nodeWaits, planWaits, podWaits } from "../shared/waits.ts";

/** The distributed file system on the command line. */
export const fileSystem: ServiceKind = {
  api: fileSystemApi,
  waits: new Set([...planWaits, ...podWaits, ...nodeWaits]),
  load: async () => (await import("./service-parts.ts")).parts,
};
