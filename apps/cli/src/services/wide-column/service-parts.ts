import { howToConnect, pictures } from "@reeve/pictures/wide-column";
import { createWideColumnClient } from "@reeve/wide-column-client";
import type { ServiceParts } from "../kind.ts";

/** Everything needed to call a wide-column database. */
export const wideColumnParts: ServiceParts = {
  pictures,
  createClient: (options) => createWideColumnClient(options as Parameters<typeof createWideColumnClient>[0]),
  howToConnect,
};
