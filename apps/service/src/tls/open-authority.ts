import type { CertificateAuthority, IssuedCertificate } from "@reeve/orchestrator/engine";
import type { Keep } from "../state/state-folder.ts";

/** The certificate authority of a state folder, which signs the certificates of the service and of nodes. */
export interface Authority extends CertificateAuthority {
  /** Issues a certificate. Without `end`, the certificate does not expire. */
  issue(hosts: readonly string[], end?: Date): Promise<IssuedCertificate>;
}

/**
 * Returns the certificate authority of the state folder. The authority is opened, or created, when it is first used. Its library is also
 * loaded only then, because most services need no certificate authority.
 */
export function openAuthority(keep: Keep, now: () => number): Authority {
  let opened: Promise<Authority> | undefined;
  const authority = () => {
    opened ??= import("./authority.ts").then(({ createAuthority }) => createAuthority(keep, now));
    return opened;
  };
  return {
    certificate: async () => (await authority()).certificate(),
    issue: async (hosts, end) => (await authority()).issue(hosts, end),
  };
}
