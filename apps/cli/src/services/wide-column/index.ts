import { pictures } from "@reeve/pictures/wide-column";
import { createWideColumnClient } from "@reeve/wide-column-client";
import { wideColumnApi } from "@reeve/wide-column-models";
import type { ServiceKind } from "../kind.ts";
import { planShows } from "../shared/plans.ts";
import { maintenanceShows } from "./maintenance.ts";

/** The wide-column database on the command line. */
export const wideColumn: ServiceKind = {
  api: wideColumnApi,
  pictures,
  createClient: (options) => createWideColumnClient(options as Parameters<typeof createWideColumnClient>[0]),
  shows: { ...planShows, ...maintenanceShows },
};
