import { wideColumnApi } from "@reeve/wide-column-models";
import type { ServiceKind } from "../kind.ts";

/** Declares the commands of the wide-column database service. */
export const wideColumn: ServiceKind = {
  api: wideColumnApi,
  load: async () => (await import("./service-parts.ts")).parts,
};
