import { fileSystemApi } from "@reeve/file-system-models";
import type { ServiceKind } from "../kind.ts";

/** Declares the commands of the distributed file system service. */
export const fileSystemKind: ServiceKind = {
  api: fileSystemApi,
  load: async () => (await import("./service-parts.ts")).fileSystemParts,
};
