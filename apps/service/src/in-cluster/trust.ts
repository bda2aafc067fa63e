import { X509Certificate } from "node:crypto";
import { CA_FILE } from "../tls/authority-files.ts";
import { givenCertificate, type TlsDefinition } from "../tls/certificate.ts";

/** How a client that reaches a service through a forwarded port of this machine verifies the service. */
export type Trust =
  | { readonly tls: "none" }
  /** The service generates its certificate, which is valid for `127.0.0.1`; its authority is in this file of its state folder. */
  | { readonly tls: "own"; readonly file: string }
  | {
      readonly tls: "given";
      /** The loopback name for which the certificate is valid; undefined if it is for other names only. */
      readonly host?: string;
      /** The names for which the certificate is valid. */
      readonly names: string;
      /** The file with the authority; undefined if it is one that the platform trusts. */
      readonly caFile?: string;
    };

/** The trust for a definition. Reads the files of the certificate; throws `bad-input` if they cannot be used. */
export function trustOf(tls: TlsDefinition): Trust {
  if (tls === false) return { tls: "none" };
  if (tls === true) return { tls: "own", file: CA_FILE };
  const certificate = new X509Certificate(givenCertificate(tls).cert);
  const host = certificate.checkIP("127.0.0.1") !== undefined ? "127.0.0.1" : certificate.checkHost("localhost");
  // A certificate that has signed itself is its own authority.
  const caFile = tls.caFile ?? (certificate.checkIssued(certificate) ? tls.certFile : undefined);
  return {
    tls: "given",
    names: (certificate.subjectAltName ?? certificate.subject).replaceAll(/(?:DNS|IP Address):/g, ""),
    ...(host !== undefined && { host: host === "127.0.0.1" ? host : "localhost" }),
    ...(caFile !== undefined && { caFile }),
  };
}
