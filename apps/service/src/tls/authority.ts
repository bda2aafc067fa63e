import "reflect-metadata";
import { isIP } from "node:net";
import { hostname } from "node:os";
import * as x509 from "@peculiar/x509";
import type { Keep } from "../state/state-folder.ts";
import { CA_FILE, CA_KEY_FILE, SERVER_FILE, SERVER_KEY_FILE } from "./authority-files.ts";

/** What a server needs to speak HTTPS, as PEM. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
  /** The certificate authority that clients have to trust. */
  readonly ca: string;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY = 86_400_000;
/** Ten years, so that clients rarely have to trust a new one. */
const AUTHORITY_DAYS = 3650;
/** Some clients refuse more than 397 days. */
const SERVER_DAYS = 90;
/** A certificate with fewer days left is renewed. */
const RENEW_DAYS = 30;

/** This state's own authority and its certificate for this machine: stored, and renewed before it expires or when the host names change. */
export async function ownCertificate(keep: Keep, host: string, now: number): Promise<ServerCertificate> {
  const authority = (await keptAuthority(keep, now)) ?? (await makeAuthority(keep, now));
  const names = namesOf(host);
  const kept = keptServerCertificate(keep, authority.ca, names, now);
  return kept ?? (await makeServerCertificate(keep, authority, names, now));
}

interface Authority {
  readonly ca: string;
  readonly key: CryptoKey;
}

async function keptAuthority(keep: Keep, now: number): Promise<Authority | undefined> {
  const ca = keep.read(CA_FILE);
  const pem = keep.read(CA_KEY_FILE);
  if (ca === undefined || pem === undefined) return undefined;
  if (new x509.X509Certificate(ca).notAfter.getTime() - now < SERVER_DAYS * DAY) return undefined;
  const key = await crypto.subtle.importKey("pkcs8", x509.PemConverter.decodeFirst(pem), ALGORITHM, true, ["sign"]);
  return { ca, key };
}

async function makeAuthority(keep: Keep, now: number): Promise<Authority> {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: `CN=Reeve on ${commonName(hostname())}`,
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
  const ca = `${certificate.toString("pem")}\n`;
  keep.write(CA_KEY_FILE, await pemOf(keys.privateKey));
  keep.write(CA_FILE, ca);
  return { ca, key: keys.privateKey };
}

function keptServerCertificate(
  keep: Keep,
  ca: string,
  names: readonly x509.JsonGeneralName[],
  now: number,
): ServerCertificate | undefined {
  const cert = keep.read(SERVER_FILE);
  const key = keep.read(SERVER_KEY_FILE);
  if (cert === undefined || key === undefined) return undefined;
  const certificate = new x509.X509Certificate(cert);
  const issuer = new x509.X509Certificate(ca).subject;
  const named = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.toJSON() ?? [];
  const same = JSON.stringify(named.map(nameText).sort()) === JSON.stringify(names.map(nameText).sort());
  const lasts = certificate.notAfter.getTime() - now > RENEW_DAYS * DAY;
  return same && lasts && certificate.issuer === issuer ? { ca, cert, key } : undefined;
}

async function makeServerCertificate(
  keep: Keep,
  { ca, key: signingKey }: Authority,
  names: readonly x509.JsonGeneralName[],
  now: number,
): Promise<ServerCertificate> {
  const keys = await makeKeys();
  const issuer = new x509.X509Certificate(ca);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: "CN=localhost",
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ALGORITHM,
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + SERVER_DAYS * DAY),
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([...names]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  const key = await pemOf(keys.privateKey);
  const cert = `${certificate.toString("pem")}\n`;
  keep.write(SERVER_KEY_FILE, key);
  keep.write(SERVER_FILE, cert);
  return { ca, cert, key };
}

/** All names of this machine, and the host that it listens on. */
function namesOf(host: string): readonly x509.JsonGeneralName[] {
  const wildcard = host === "0.0.0.0" || host === "::";
  const names = new Set(["localhost", "127.0.0.1", "::1", commonName(hostname()), ...(wildcard ? [] : [host])]);
  return [...names].map((value) => ({ type: isIP(value) === 0 ? "dns" : "ip", value }));
}

function nameText({ type, value }: x509.JsonGeneralName): string {
  return `${type} ${value}`;
}

/** Host names may contain characters that a certificate must not. */
function commonName(host: string): string {
  return host.replaceAll(/[^A-Za-z0-9.-]/g, "-").slice(0, 60) || "localhost";
}

function makeKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;
}

async function pemOf(key: CryptoKey): Promise<string> {
  return `${x509.PemConverter.encode(await crypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY")}\n`;
}
