import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { Keep } from "../state/state-folder.ts";
import { SERVER_FILE, SERVER_KEY_FILE } from "./authority-files.ts";
import type { ServerCertificate } from "./certificate.ts";
import type { Authority } from "./open-authority.ts";

const DAY = 86_400_000;
/** The lifetime of the certificate in days. Some clients refuse certificates with more than 397 days. */
const SERVER_DAYS = 90;
/** The certificate is renewed when it expires in less than this number of days. */
const RENEW_DAYS = 30;

/** The service's own certificate for these names. It is stored, and renewed before it expires or when the names change. */
export async function ownCertificate(
  keep: Keep,
  authority: Authority,
  names: readonly string[],
  now: number,
): Promise<ServerCertificate> {
  const ca = await authority.certificate();
  const [cert, key] = [keep.read(SERVER_FILE), keep.read(SERVER_KEY_FILE)];
  if (cert !== undefined && key !== undefined && isUsable(cert, { ca, names, now })) return { ca, cert, key };
  const made = await authority.issue(names, new Date(now + SERVER_DAYS * DAY));
  keep.write(SERVER_KEY_FILE, made.key);
  keep.write(SERVER_FILE, made.cert);
  return { ca, ...made };
}

interface Wanted {
  readonly ca: string;
  readonly names: readonly string[];
  readonly now: number;
}

function isUsable(cert: string, { ca, names, now }: Wanted): boolean {
  const certificate = new X509Certificate(cert);
  const named = (certificate.subjectAltName ?? "").split(", ");
  return (
    certificate.validToDate.getTime() - now > RENEW_DAYS * DAY &&
    certificate.verify(new X509Certificate(ca).publicKey) &&
    named.length === names.length &&
    names.every((name) => (isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name)))
  );
}
