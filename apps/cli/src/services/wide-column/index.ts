import { createWideColumnClient } from "@reeve/wide-column-client";
import { wideColumnApi } from "@reeve/wide-column-models";
import type { Kind } from "../kind.ts";
import { fieldsWithLists } from "../shared/addresses.ts";
import { planShows } from "../shared/plans.ts";
import { maintenanceShows } from "./maintenance.ts";

/** The wide-column database on the command line. */
export const wideColumn: Kind = {
  api: wideColumnApi,
  createClient: (options) => createWideColumnClient(options as Parameters<typeof createWideColumnClient>[0]),
  shows: { "connection.show": { table: fieldsWithLists }, ...planShows, ...maintenanceShows },
};
