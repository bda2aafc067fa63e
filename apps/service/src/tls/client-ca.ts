import type { Orchestrator } from "@reeve/orchestrator";
import type { Keep } from "../state/state-folder.ts";
import { CA_FILE } from "./authority-files.ts";
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
  { keep, authority }: { readonly keep: Keep; readonly authority: Authority },
): Promise<ClientCa | undefined> {
  if (!orchestrator.instances().some(({ clientTls }) => clientTls)) return undefined;
  return { certificate: await authority.certificate(), file: keep.path(CA_FILE) };
}
