import type { X509Certificate } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ConnectionOptions, TLSSocket } from "node:tls";
import { codeOfError, defined, isReeveError, ReeveError } from "@reeve/contract";

/** The certificate authority that a cluster presents, for the user to accept. */
export interface ClusterAuthority {
  readonly pem: string;
  /** The SHA-256 fingerprint, for example `3F:9A:…:C1`. */
  readonly fingerprint: string;
  readonly subject: string;
  readonly issuer: string;
  /** The beginning of the authority's validity (ISO 8601, UTC). */
  readonly validFrom: string;
  readonly validTo: string;
  /**
   * True if the authority has signed the cluster's own certificate, and this certificate is valid now and for the cluster's host name;
   * otherwise the reason why not.
   */
  readonly verification: true | string;
}

/** The proxy and the client certificate for the connection to a cluster. */
export interface AuthorityConnection {
  readonly cert?: string;
  readonly key?: string;
  /** Opens a tunnel through the proxy and returns it as a `Duplex` of `node:stream`; undefined if there is no proxy. */
  tunnel?(signal: AbortSignal): Promise<object | undefined>;
}

/** The path at which a cluster serves its authority. */
const PATH = "/ca/dcos-ca.crt";

const LIMIT = 15_000;
const MAX_BYTES = 256 * 1024;

/**
 * Fetches a cluster's own certificate authority over an unverified connection, so the authority must not be trusted until the user has
 * compared its fingerprint. Only this request is sent, without credentials. If the server asks for a client certificate, the certificate is
 * presented. Default timeout: 15 s.
 */
export async function fetchAuthority(
  url: string,
  signal?: AbortSignal,
  milliseconds: number = LIMIT,
  options: AuthorityConnection = {},
): Promise<ClusterAuthority> {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base?.protocol !== "https:") {
    throw new ReeveError("bad-input", "a certificate authority can only be fetched from an https:// address");
  }
  const limit = AbortSignal.timeout(milliseconds);
  const both = signal ? AbortSignal.any([signal, limit]) : limit;
  try {
    const address = new URL(base.pathname.replace(/\/+$/, "") + PATH, base.origin);
    const socket = await connect(base, { rejectUnauthorized: false }, options, both);
    const certificate = readCertificate(await get(address, socket, both), address);
    const pem = certificate.toString();
    return {
      pem,
      fingerprint: certificate.fingerprint256,
      subject: oneLine(certificate.subject),
      issuer: oneLine(certificate.issuer),
      validFrom: certificate.validFromDate.toISOString(),
      validTo: certificate.validToDate.toISOString(),
      verification: await verification(pem, base, options, both),
    };
  } catch (error) {
    if (error instanceof ReeveError) throw error;
    if (isReeveError(signal?.reason, "timed-out")) throw signal?.reason;
    if (signal?.aborted) throw new ReeveError("cancelled", "cancelled: nothing was trusted");
    if (limit.aborted)
      throw new ReeveError("timed-out", `${base.origin} did not send its certificate authority within ${milliseconds / 1000} s`);
    if (CERTIFICATE_WANTED.has(codeOf(error)))
      throw new ReeveError("unauthenticated", `${base.origin} requires a client certificate, or refuses the given one`);
    throw new ReeveError("unreachable", `${base.origin} cannot be reached (${codeOf(error)})`);
  }
}

/** Returns when the certificate of a cluster ends (ISO 8601, UTC). The certificate is verified; nothing is sent. */
export async function certificateEnd(
  url: string,
  signal: AbortSignal,
  { ca, ...options }: AuthorityConnection & { readonly ca?: string },
): Promise<string> {
  const socket = await connect(new URL(url), { ca, rejectUnauthorized: true }, options, signal);
  try {
    await secured(socket, signal);
    const end = socket.getPeerX509Certificate()?.validToDate;
    if (end === undefined) throw new ReeveError("unexpected-response", "the cluster sent no certificate");
    return end.toISOString();
  } finally {
    socket.destroy();
  }
}

/** The alerts with which TLS 1.3 refuses a client that has no certificate, or an unknown certificate. */
const CERTIFICATE_WANTED: ReadonlySet<string> = new Set([
  "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
  "ERR_SSL_TLSV1_ALERT_UNKNOWN_CA",
  "ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE",
]);

/** The fingerprint of a PEM certificate, for example `3F:9A:…:C1`. Throws `bad-input` if the text is not a certificate. */
export function fingerprintOf(pem: string): string {
  return readCertificate(pem, "the text").fingerprint256;
}

/** Whether two fingerprints are equal, with or without colons, in upper or lower case. */
export function isSameFingerprint(a: string, b: string): boolean {
  const plain = (text: string) => text.replaceAll(/^sha-?256[:= ]|[:\s]/gi, "").toUpperCase();
  return plain(a) === plain(b) && /^[0-9A-F]{64}$/.test(plain(a));
}

async function connect(
  { hostname, port }: URL,
  options: ConnectionOptions,
  { cert, key, tunnel }: AuthorityConnection,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const tls = process.getBuiltinModule("node:tls");
  const host = hostname.replace(/^\[|\]$/g, "");
  const isName = process.getBuiltinModule("node:net").isIP(host) === 0;
  const { Duplex } = process.getBuiltinModule("node:stream");
  const socket = await tunnel?.(signal);
  signal.throwIfAborted();
  if (socket !== undefined && !(socket instanceof Duplex)) throw new ReeveError("bad-input", "tunnel: expected a Duplex");
  return tls.connect({
    ...options,
    ...defined({ host, port: Number(port) || 443, servername: isName ? host : undefined, cert, key, socket }),
  });
}

async function get(address: URL, socket: TLSSocket, signal: AbortSignal): Promise<string> {
  const https = process.getBuiltinModule("node:https");
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { createConnection: () => socket, headers: { connection: "close" }, signal };
    https.get(address, options, resolve).on("error", reject);
  });
  const { statusCode } = response;
  if (statusCode !== 200) {
    response.destroy();
    throw nothingThere(address, `it answered ${statusCode}`);
  }
  let text = "";
  for await (const chunk of response.setEncoding("latin1")) {
    text += chunk;
    if (text.length > MAX_BYTES) throw nothingThere(address, "its answer is too large");
  }
  return text;
}

/** Reads exactly one certificate, as PEM or DER. If there were several, it would be unclear which of them the user has accepted. */
function readCertificate(text: string, where: URL | string): X509Certificate {
  const { X509Certificate } = process.getBuiltinModule("node:crypto");
  const blocks = text.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[\s\S]+?-----END (?:TRUSTED )?CERTIFICATE-----/g) ?? [];
  if (blocks.length > 1) {
    const reason = `the answer contains ${blocks.length} certificates instead of one: give the CA's file with --ca`;
    throw nothingThere(where, reason, "bad-input");
  }
  try {
    return new X509Certificate(blocks[0] ?? Buffer.from(text, "latin1"));
  } catch {
    throw nothingThere(where, "it is not a certificate");
  }
}

/** Connects again, trusting only this authority, to verify the cluster's own certificate. */
async function verification(ca: string, base: URL, options: AuthorityConnection, signal: AbortSignal): Promise<true | string> {
  // The check is switched on explicitly, because NODE_TLS_REJECT_UNAUTHORIZED can switch it off for the whole process.
  const socket = await connect(base, { ca, rejectUnauthorized: true }, options, signal);
  try {
    await secured(socket, signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    return reasons.get(codeOf(error)) ?? codeOf(error);
  } finally {
    socket.destroy();
  }
}

/** Resolves when the certificate of the other side has been verified. */
async function secured(socket: TLSSocket, signal: AbortSignal): Promise<void> {
  await process.getBuiltinModule("node:events").once(socket, "secureConnect", { signal });
}

const BY_ANOTHER = "the cluster's certificate is signed by another authority";

const reasons = new Map([
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the cluster's certificate is for another host name"],
  ["CERT_HAS_EXPIRED", "a certificate has expired"],
  ["CERT_NOT_YET_VALID", "a certificate is not valid yet: is this machine's clock right?"],
  ["SELF_SIGNED_CERT_IN_CHAIN", BY_ANOTHER],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "the cluster's certificate is signed by itself"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", BY_ANOTHER],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", BY_ANOTHER],
  ["CERT_SIGNATURE_FAILURE", BY_ANOTHER],
]);

/** Names in certificates have one part per line. This puts all parts on one line. */
function oneLine(name: string): string {
  return name.split("\n").join(", ");
}

function codeOf(error: unknown): string {
  return codeOfError(error) ?? "the connection failed";
}

function nothingThere(where: URL | string, reason: string, code: "not-found" | "bad-input" = "not-found"): ReeveError {
  return new ReeveError(code, `cannot get the authority of ${where}: ${reason}`);
}
