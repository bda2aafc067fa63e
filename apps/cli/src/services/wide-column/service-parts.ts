import { howToConnect, pictures } from "@reeve/pictures/wide-column";
import { createWideColumnClient } from "@reeve/wide-column-client";
import type { ServiceParts } from "../kind.ts";
import { nodeShows } from "../shared/nodes.ts";
import { planShows } from "../shared/plans.ts";
import { maintenanceShows } from "./maintenance.ts";

/** Everything needed to call a wide-column database. */
export const parts: ServiceParts = {
  pictures,
  createClient: (options) => createWideColumnClient(options as Parameters<typeof createWideColumnClient>[0]),
  howToConnect,
  shows: { ...nodeShows, ...planShows, ...maintenanceShows },
};
