import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import { ReeveError } from "@reeve/contract";
import { readNamedFile } from "../state/read.ts";
import type { Keep } from "../state/state-folder.ts";
import { SERVER_FILE, SERVER_KEY_FILE } from "./names.ts";
import type { SigningAuthority } from "./open-authority.ts";

/** The PEM texts that a server needs for HTTPS. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
  /** The certificate authority that clients must trust. */
  readonly ca: string;
}

/** How HTTPS is set up: not at all, with generated certificates, or with given ones. */
export type TlsDefinition = boolean | { readonly certFile: string; readonly keyFile: string; readonly caFile?: string | undefined };

/** The server's certificate and key; undefined without HTTPS. A generated certificate is for the given names. */
export async function certificateOf(
  tls: TlsDefinition,
  { keep, authority }: { readonly keep: Keep; readonly authority: SigningAuthority },
  names: readonly string[],
  now: number,
): Promise<ServerCertificate | undefined> {
  if (tls === false) return undefined;
  if (tls !== true) return givenCertificate(tls);
  return ownCertificate(keep, authority, names, now);
}

/** Reads a given certificate. Throws `bad-input` if it cannot be used. */
export function givenCertificate({ certFile, keyFile, caFile }: Exclude<TlsDefinition, boolean>): ServerCertificate {
  const cert = readNamedFile("tls.certFile", certFile);
  const key = readNamedFile("tls.keyFile", keyFile);
  const ca = caFile === undefined ? cert : readNamedFile("tls.caFile", caFile);
  try {
    createSecureContext({ cert, key });
  } catch {
    throw new ReeveError("bad-input", "tls: the certificate and the key cannot be used together");
  }
  return { cert, key, ca };
}

const DAY = 86_400_000;
/** The lifetime of the certificate in days. Some clients refuse certificates with more than 397 days. */
const SERVER_DAYS = 90;
const RENEW_DAYS = 30;

/** The service's own certificate for these names. It is stored, and renewed before it expires or when the names change. */
export async function ownCertificate(
  keep: Keep,
  authority: SigningAuthority,
  names: readonly string[],
  now: number,
): Promise<ServerCertificate> {
  const ca = await authority.certificate();
  const [cert, key] = [keep.read(SERVER_FILE), keep.read(SERVER_KEY_FILE)];
  if (cert !== undefined && key !== undefined && isUsable(cert, ca, names, now)) return { ca, cert, key };
  const made = await authority.issue(names, new Date(now + SERVER_DAYS * DAY));
  keep.write(SERVER_KEY_FILE, made.key);
  keep.write(SERVER_FILE, made.cert);
  return { ca, ...made };
}

function isUsable(cert: string, ca: string, names: readonly string[], now: number): boolean {
  const certificate = new X509Certificate(cert);
  const named = (certificate.subjectAltName ?? "").split(", ");
  return (
    certificate.validToDate.getTime() - now > RENEW_DAYS * DAY &&
    certificate.verify(new X509Certificate(ca).publicKey) &&
    named.length === names.length &&
    names.every((name) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)))
  );
}
