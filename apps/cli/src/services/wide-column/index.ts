import { wideColumnApi } from "@reeve/wide-column-models";
import type { ServiceKind } from "../kind.ts";
import { nodeWaits } from "../shared/waits.ts";

/** Declares the commands of the wide-column database service. */
export const wideColumn: ServiceKind = {
  api: wideColumnApi,
  waits: new Set(["plans.continue", ...nodeWaits, "cleanup.start", "repair.start", "backup.start", "restore.start"]),
  load: async () => (await import("./service-parts.ts")).parts,
};
