import { loadOptional } from "@reeve/commands";

/** The optional package with the service. */
export const SERVICE = "@reeve/service";

/** The commands of the service; undefined if it is not installed. */
export function installedService() {
  return loadOptional(SERVICE, () => import("@reeve/service/commands"));
}
