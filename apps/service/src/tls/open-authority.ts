import type { CertificateAuthority, IssuedCertificate } from "@reeve/orchestrator";
import type { Keep } from "../state/state-folder.ts";

/** The state's own authority, which signs the certificates of the service and of nodes. */
export interface Authority extends CertificateAuthority {
  /** Issues a certificate. Without `end`, the certificate does not expire. */
  issue(hosts: readonly string[], end?: Date): Promise<IssuedCertificate>;
}

/**
 * Opens the state's authority, which is made when it is first needed. Its library is also loaded then, because few services need an
 * authority.
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
