import type { Orchestrator } from "@reeve/orchestrator";
import type { CertificateAuthority, IssuedCertificate } from "@reeve/orchestrator/engine";
import type { Keep } from "../state/state-folder.ts";
import { type AuthorityFiles, NODE_AUTHORITY } from "./names.ts";

/** A certificate authority of a state folder, which signs the certificates of the service or of nodes. */
export interface SigningAuthority extends CertificateAuthority {
  /** Issues a certificate. Without `end`, the certificate is valid for a year. */
  issue(hosts: readonly string[], end?: Date): Promise<IssuedCertificate>;
}

/**
 * Returns a certificate authority of the state folder. The authority is opened, or created, when it is first used. Its library is also
 * loaded only then, because most services need no certificate authority.
 */
export function openAuthority(keep: Keep, now: () => number, files: AuthorityFiles): SigningAuthority {
  let opened: Promise<SigningAuthority> | undefined;
  const authority = () => {
    opened ??= import("./authority.ts").then(({ createAuthority }) => createAuthority(keep, now, files));
    return opened;
  };
  return { certificate: async () => (await authority()).certificate(), issue: async (hosts, end) => (await authority()).issue(hosts, end) };
}

/** The certificate that clients have to trust in order to connect to nodes with TLS. */
export interface TrustedCertificate {
  /** The certificate as PEM text. */
  readonly certificate: string;
  /** The file with the certificate; undefined without a state folder. */
  readonly file: string | undefined;
}

/** The certificate that clients have to trust; undefined while no instance runs its nodes with TLS. */
export async function clientCaOf(
  orchestrator: Pick<Orchestrator, "instances">,
  { keep, nodeAuthority }: { readonly keep: Keep; readonly nodeAuthority: SigningAuthority },
): Promise<TrustedCertificate | undefined> {
  if (!orchestrator.instances().some(({ clientTls }) => clientTls)) return undefined;
  return { certificate: await nodeAuthority.certificate(), file: keep.path(NODE_AUTHORITY.certificate) };
}
