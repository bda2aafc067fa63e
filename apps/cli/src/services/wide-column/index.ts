import { wideColumnApi } from "@reeve/wide-column-models";
import type { ServiceKind } from "../kind.ts";
import { nodeWaits } from "../shared/waits.ts";

/** The wide-column database on the command line. */
export const wideColumn: ServiceKind = {
  api: wideColumnApi,
  waits: new Set(["plans.continue", ...nodeWaits, "cleanup.start", "repair.start", "backup.start", "restore.start"]),
  load: async () => (await import("./service-parts.ts")).parts,
};
