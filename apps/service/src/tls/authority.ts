import "reflect-metadata";
import { isIP } from "node:net";
import { hostname } from "node:os";
import * as x509 from "@peculiar/x509";
import type { Keep } from "../state/state-folder.ts";
import { API_AUTHORITY, type AuthorityFiles, certificateHost } from "./names.ts";
import type { SigningAuthority } from "./open-authority.ts";

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY = 86_400_000;
/** The certificate of the authority is valid for ten years, so that clients rarely need a newer one. */
const AUTHORITY_DAYS = 3650;
/** Certificates of nodes are valid for a year: a node gets a new one with each launch. */
const NODE_DAYS = 365;

interface Stored {
  readonly ca: x509.X509Certificate;
  readonly keys: CryptoKeyPair;
}

/** Uses the stored authority, or makes one when it is first needed. */
export function createAuthority(keep: Keep, now: () => number, files: AuthorityFiles = API_AUTHORITY): SigningAuthority {
  let last: Promise<Stored | undefined> = Promise.resolve(undefined);
  // Calls run one after the other, so that only one authority is made.
  const current = (): Promise<Stored> => {
    const next = last.then((known) => (known && isFresh(known.ca, now()) ? known : openStored(keep, now(), files)));
    last = next.catch(() => undefined);
    return next;
  };
  return {
    certificate: async () => textOf((await current()).ca),
    async issue(hosts, end = new Date(now() + NODE_DAYS * DAY)) {
      const { ca, keys } = await current();
      const own = await makeKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        subject: `CN=${certificateHost(hosts[0] ?? "")}`,
        issuer: ca.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: ALGORITHM,
        notBefore: new Date(now() - DAY),
        notAfter: end,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
          new x509.SubjectAlternativeNameExtension(hosts.map(alternativeName)),
          await x509.AuthorityKeyIdentifierExtension.create(ca.publicKey),
        ],
      });
      return { key: await pemOf(own.privateKey), cert: textOf(certificate) };
    },
  };
}

async function openStored(keep: Keep, now: number, files: AuthorityFiles): Promise<Stored> {
  const pem = keep.read(files.key);
  const text = keep.read(files.certificate);
  if (pem === undefined || text === undefined) {
    return make(keep, await makeKeys(), { now, files, name: `CN=${files.name} on ${certificateHost(hostname())}` });
  }
  const ca = new x509.X509Certificate(text);
  const keys = await keysOf(pem, ca);
  return isFresh(ca, now) ? { ca, keys } : make(keep, keys, { now, files, name: ca.subject });
}

/**
 * Whether the authority's certificate is in the first half of its life. In the second half, a new certificate is made with the same key.
 * Certificates that the authority has signed are valid with both, so clients have years to get the new one.
 */
function isFresh({ notAfter }: x509.X509Certificate, now: number): boolean {
  return notAfter.getTime() - now > (AUTHORITY_DAYS / 2) * DAY;
}

async function make(
  keep: Keep,
  keys: CryptoKeyPair,
  { now, files, name }: { readonly now: number; readonly files: AuthorityFiles; readonly name: string },
): Promise<Stored> {
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name,
    keys,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + AUTHORITY_DAYS * DAY),
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  keep.write(files.key, await pemOf(keys.privateKey));
  keep.write(files.certificate, textOf(ca));
  return { ca, keys };
}

const alternativeName = (host: string): x509.JsonGeneralName => ({ type: isIP(host) === 0 ? "dns" : "ip", value: host });

async function keysOf(pem: string, { publicKey }: x509.X509Certificate): Promise<CryptoKeyPair> {
  return {
    privateKey: await crypto.subtle.importKey("pkcs8", x509.PemConverter.decodeFirst(pem), ALGORITHM, true, ["sign"]),
    publicKey: await publicKey.export(ALGORITHM, ["verify"]),
  };
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;
}

async function pemOf(key: CryptoKey): Promise<string> {
  return `${x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY")}\n`;
}

const textOf = (certificate: x509.X509Certificate) => `${certificate.toString("pem")}\n`;
