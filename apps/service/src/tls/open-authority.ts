import type { CertificateAuthority, IssuedCertificate } from "@reeve/orchestrator/engine";
import type { Keep } from "../state/state-folder.ts";
import type { AuthorityFiles } from "./authority-files.ts";

/** A certificate authority of a state folder, which signs the certificates of the service or of nodes. */
export interface Authority extends CertificateAuthority {
  /** Issues a certificate. Without `end`, the certificate is valid for a year. */
  issue(hosts: readonly string[], end?: Date): Promise<IssuedCertificate>;
}

/**
 * Returns a certificate authority of the state folder. The authority is opened, or created, when it is first used. Its library is also
 * loaded only then, because most services need no certificate authority.
 */
export function openAuthority(keep: Keep, now: () => number, files: AuthorityFiles): Authority {
  let opened: Promise<Authority> | undefined;
  const authority = () => {
    opened ??= import("./authority.ts").then(({ createAuthority }) => createAuthority(keep, now, files));
    return opened;
  };
  return {
    certificate: async () => (await authority()).certificate(),
    issue: async (hosts, end) => (await authority()).issue(hosts, end),
  };
}
