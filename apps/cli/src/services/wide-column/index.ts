import { wideColumnApi } from "@reeve/wide-column-models";
import type { ServiceKind } from "../kind.ts";

/** Declares the commands of the wide-column database service. */
export const wideColumnKind: ServiceKind = {
  api: wideColumnApi,
  load: async () => (await import("./service-parts.ts")).wideColumnParts,
};
