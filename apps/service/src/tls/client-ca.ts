import type { Orchestrator } from "@reeve/orchestrator";
import type { Keep } from "../state/state-folder.ts";
import { NODE_AUTHORITY } from "./authority-files.ts";
import type { Authority } from "./open-authority.ts";

/** The certificate that clients have to trust in order to connect to nodes with TLS. */
export interface ClientCa {
  /** The certificate as PEM text. */
  readonly certificate: string;
  /** The file with the certificate; undefined without a state folder. */
  readonly file: string | undefined;
}

/** The certificate that clients have to trust; undefined while no instance runs its nodes with TLS. */
export async function clientCaOf(
  orchestrator: Pick<Orchestrator, "instances">,
  { keep, nodeAuthority }: { readonly keep: Keep; readonly nodeAuthority: Authority },
): Promise<ClientCa | undefined> {
  if (!orchestrator.instances().some(({ clientTls }) => clientTls)) return undefined;
  return { certificate: await nodeAuthority.certificate(), file: keep.path(NODE_AUTHORITY.certificate) };
}
