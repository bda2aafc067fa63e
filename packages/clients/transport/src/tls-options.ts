import { pemText } from "@reeve/auth";
import { codeOfError } from "@reeve/contract";
import { badOption } from "./checked-options.ts";
import type { ConnectionOptions } from "./options.ts";

/** Node's TLS options for the cluster: the trusted CAs and the client certificate. */
export interface TlsOptions {
  readonly rejectUnauthorized: true;
  /** The authority that the server's certificate must be signed by; absent for those that this machine trusts. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Reads the TLS options. Throws `bad-input` if a certificate or a key is invalid. */
export function tlsOptions({ ca, cert, key }: ConnectionOptions): TlsOptions {
  return {
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect here.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca: readCa(ca) }),
    ...clientCertificate(cert, key),
  };
}

function clientCertificate(cert: string | undefined, key: string | undefined): Pick<TlsOptions, "cert" | "key"> | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined) throw badOption("cert", "missing; a key without its certificate cannot be used");
  if (key === undefined) throw badOption("key", "missing; a certificate without its key cannot be used");
  const pair = { cert: pemText(cert), key: pemText(key) };
  const { X509Certificate, createPrivateKey } = process.getBuiltinModule("node:crypto");
  const certificate = read("cert", () => new X509Certificate(pair.cert), "expected a certificate as PEM text");
  if (pair.key.includes("ENCRYPTED")) throw badOption("key", "it is encrypted: decrypt it first, for example with openssl pkcs8");
  const expected = "expected a private key as PEM text: RSA, EC or Ed25519, as PKCS#8, PKCS#1 or SEC1";
  const privateKey = read("key", () => createPrivateKey(pair.key), expected);
  if (!certificate.checkPrivateKey(privateKey)) throw badOption("key", "does not belong to the certificate in cert");
  return pair;
}

/** The platform's error is not kept as the cause, because it may contain part of the key. */
function read<Value>(name: string, parse: () => Value, reason: string): Value {
  try {
    return parse();
  } catch {
    throw badOption(name, reason);
  }
}

/**
 * The PEM text of a CA. Throws `bad-input` if it contains no certificate, so that a mistake cannot make the transport trust other
 * authorities.
 */
export function readCa(ca: string | { readonly file: string }): string {
  const [what, source] = typeof ca === "string" ? ["the text", ca] : [ca.file, readFile(ca.file)];
  const text = pemText(source);
  if (!/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END/.test(text)) {
    throw badOption("ca", `${what} holds no certificate in PEM form`);
  }
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  read("ca", () => new X509Certificate(text), `${what} holds a certificate that cannot be read`);
  return text;
}

function readFile(path: string): string {
  try {
    return process.getBuiltinModule("node:fs").readFileSync(path, "utf8");
  } catch (error) {
    const code = codeOfError(error);
    throw badOption("ca", `${path} cannot be read${code === "ENOENT" ? ": there is no such file" : ` (${code})`}`);
  }
}
