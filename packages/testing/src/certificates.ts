import "reflect-metadata";
import * as x509 from "@peculiar/x509";

/** A certificate authority with a certificate that it has signed, made for one test run. */
export interface Certificates {
  readonly ca: string;
  readonly key: string;
  readonly cert: string;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY = 86_400_000;

/** Makes an authority and a certificate for a host and for further names. */
export async function makeCertificates(host: string, { expired = false, more = [] as readonly string[] } = {}): Promise<Certificates> {
  const [authority, server] = await Promise.all([keys(), keys()]);
  const valid = { notBefore: new Date(Date.now() - 3 * DAY), notAfter: new Date(Date.now() + DAY) };
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=A private authority",
    keys: authority,
    signingAlgorithm: ALGORITHM,
    ...valid,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
    ],
  });
  const cert = await x509.X509CertificateGenerator.create({
    subject: `CN=${host}`,
    issuer: ca.subject,
    publicKey: server.publicKey,
    signingKey: authority.privateKey,
    signingAlgorithm: ALGORITHM,
    notBefore: valid.notBefore,
    notAfter: expired ? new Date(Date.now() - DAY) : valid.notAfter,
    extensions: [new x509.SubjectAlternativeNameExtension([host, ...more].map((value) => ({ type: "dns" as const, value })))],
  });
  const pkcs8 = await crypto.subtle.exportKey("pkcs8", server.privateKey);
  return { ca: ca.toString("pem"), cert: cert.toString("pem"), key: x509.PemConverter.encode(pkcs8, "PRIVATE KEY") };
}

function keys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]) as Promise<CryptoKeyPair>;
}
