import type { Reeve } from "@reeve/service";
import { serviceKind } from "../../services/by-name.ts";
import type { ServiceParts } from "../../services/kind.ts";

/**
 * Creates a client for an instance that this process runs. Also returns the functions that the command line has for the instance's kind.
 */
export async function ownClient(
  { url, token, fetch }: Reeve,
  { name, kind, revision }: Reeve["services"][number],
): Promise<{ readonly client: object; readonly parts: ServiceParts }> {
  const parts = await (await serviceKind(kind)).load();
  return { client: parts.createClient({ url, token, fetch, service: name, revision }), parts };
}
