import { type ErrorCode, type ErrorContext, ReeveError } from "@reeve/contract";
import type { ProxyAddress } from "./proxy.ts";

/** A proxy between this program and the server. */
export interface ProxyRoute extends Pick<ProxyAddress, "url" | "variable"> {
  /** Whether an error occurred on the connection to the proxy rather than beyond the proxy. */
  caused(error: object): boolean;
}

/** The server to which a request was sent. */
export interface Target {
  readonly origin: string;
  readonly route?: ProxyRoute | undefined;
  /** Whether the client has a certificate. */
  readonly certificate: boolean;
}

/** The error for a failed `fetch`. The original error is not kept as the cause, because it may contain headers. */
export function networkFailure(thrown: unknown, { origin, route, certificate }: Target): ReeveError {
  const chain = causesOf(thrown);
  // undici's error has the status with which a proxy refused only in its message.
  const [, status] = inMessages(chain, /^Proxy (?:response|Authentication Required) \((\d{3})\)/) ?? [];
  if (status !== undefined) return refusalOfProxy(Number(status), origin, route);
  const atProxy = route !== undefined && chain.some((error) => route.caused(error));
  const who = atProxy ? wordsOf(route) : origin;
  const code = systemCodeOf(thrown) ?? "";
  const [, untrusted, untrustedProxy = untrusted] = rowOf(code, certificateReasons);
  if (untrusted !== undefined) {
    return failure("untrusted-certificate", `the certificate of ${who} ${atProxy ? untrustedProxy : untrusted}`, code, true);
  }
  const alert = Number(inMessages(chain, /SSL alert number (\d+)/)?.[1]);
  // A server reads no request after a failed handshake, so the request had no effect even if it was already sent.
  if (!atProxy && CERTIFICATE_ALERTS.has(alert)) return failure("unauthenticated", certificateWanted(origin, certificate), code, true);
  if (alert === HANDSHAKE_FAILURE && !certificate) {
    const sentence = `${who} cannot be reached: the TLS handshake failed; if the server requires a client certificate, give cert and key`;
    return failure("unreachable", sentence, code, true);
  }
  const through = route && !atProxy ? ` through ${wordsOf(route)}` : "";
  const [, reason] = rowOf(code, reasons);
  return failure("unreachable", `${who} cannot be reached${through}: ${reason}`, code, hadNoConnection(chain, code));
}

function wordsOf({ url, variable }: ProxyRoute): string {
  return `the proxy ${url} (from ${variable})`;
}

/** The errors of requests that no server has read. */
const unsent = new WeakSet<ReeveError>();

/** Whether the server has certainly not read the request, because no connection was established. */
export function wasNotSent(error: ReeveError): boolean {
  return unsent.has(error);
}

function failure(code: ErrorCode, sentence: string, reason: string, isUnsent: boolean, context: ErrorContext = {}): ReeveError {
  const cause = reason === "" ? {} : { cause: reason };
  const error = new ReeveError(code, reason === "" ? sentence : `${sentence} (${reason})`, context, cause);
  if (isUnsent) unsent.add(error);
  return error;
}

/**
 * Whether no connection was established. The error codes of failed connection attempts also occur on open connections, but the system call
 * tells the two cases apart.
 */
function hadNoConnection(chain: readonly object[], code: string): boolean {
  if (inMessages(chain, HANDSHAKE)) return true;
  const isOfConnection = (error: object) => "syscall" in error && (error.syscall === "read" || error.syscall === "write");
  return BEFORE_SENDING.test(code) && !chain.some(isOfConnection);
}

const BEFORE_SENDING = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH|ENETUNREACH|BAD_PORT)$/;

/**
 * Messages of the TLS library about failed handshakes. Alerts about single records are excluded, because they also occur after the
 * handshake.
 */
const HANDSHAKE = /wrong version number|unsupported protocol|handshake failure|protocol version|packet length too long/i;

/** The message for a server that requires a client certificate or refuses the one it got. */
export function certificateWanted(who: string, shown: boolean): string {
  return shown
    ? `${who} does not accept the client certificate: give another certificate as cert, with its key`
    : `${who} requires a client certificate: give it as cert, with its key`;
}

/** The TLS alerts with which servers reject a missing or invalid client certificate (RFC 8446, 6.2). */
const CERTIFICATE_ALERTS: ReadonlySet<number> = new Set([41, 42, 43, 44, 45, 46, 48, 116]);

/** Older servers send this alert for a missing client certificate, but also for many other reasons. */
const HANDSHAKE_FAILURE = 40;

/** The match of a pattern in the first message that has one. */
function inMessages(chain: readonly object[], pattern: RegExp): RegExpExecArray | undefined {
  return chain.map((error) => pattern.exec("message" in error ? String(error.message) : "")).find((match) => match !== null);
}

/** The error for a proxy that was reached but refused the request. The proxy's status tells whether a retry could help. */
export function refusalOfProxy(status: number, origin: string, route?: ProxyRoute): ReeveError {
  const sentence = !route
    ? `a proxy in front of ${origin} requires a user and a password: put them into the proxy's address, in https_proxy, http_proxy or the option proxy`
    : status === 407
      ? `${wordsOf(route)} requires a user and a password, or different ones: put them into ${route.variable}, as http://user:password@host:port`
      : `${wordsOf(route)} opens no tunnel to ${origin}`;
  return failure("unreachable", `${sentence} (${status})`, "", true, { status });
}

/** An error with its causes, at most six in all. */
function causesOf(thrown: unknown, most = 6): readonly object[] {
  if (typeof thrown !== "object" || thrown === null || most === 0) return [];
  const { cause, errors } = thrown as { readonly cause?: unknown; readonly errors?: unknown };
  const [first] = Array.isArray(errors) ? errors : [];
  return [thrown, ...causesOf(cause ?? first, most - 1)];
}

/** The error code from the system or the TLS library, anywhere in the chain of causes. */
export function systemCodeOf(thrown: unknown): string | undefined {
  for (const error of causesOf(thrown)) {
    const { code, name, message } = error as Partial<Record<string, unknown>>;
    if (typeof code === "string" && /^[A-Z][A-Z0-9_/]{2,60}$/.test(code)) return code;
    // Two kinds of errors have no code and are recognised by their name or message.
    if (name === "HTTPParserError") return "NOT_HTTP";
    if (message === "bad port") return "BAD_PORT";
  }
  return undefined;
}

/** What codes mean, and what they mean for a proxy if that differs. The first row that matches counts. */
type Reasons = readonly (readonly [codes: RegExp, reason: string, ofProxy?: string])[];

function rowOf(code: string, meanings: Reasons): Reasons[number] | readonly [] {
  return meanings.find(([codes]) => codes.test(code)) ?? [];
}

/** The codes of the system, of the TLS library and of undici. */
const reasons: Reasons = [
  [/^ECONNREFUSED$/, "nothing listens there"],
  [/^ENOTFOUND$/, "its host name is not known"],
  [/^EAI_AGAIN$/, "its host name could not be looked up"],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_PRX_CONN|ERR_STREAM_PREMATURE_CLOSE|Z_BUF_ERROR)$/, "the connection was cut"],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, "no connection was established"],
  [/^(?:EHOSTUNREACH|ENETUNREACH)$/, "there is no route to it"],
  [/^Z_DATA_ERROR$/, "the answer cannot be decompressed"],
  [/^BAD_PORT$/, "fetch does not connect to this port, because the port is reserved for another service"],
  [/^(?:UND_ERR_HEADERS|HPE_HEADER)_OVERFLOW$/, "the headers of the answer are too large"],
  [/^(?:NOT_HTTP$|HPE_)/, "the answer is not HTTP"],
  [/^(?:EPROTO$|ERR_SSL_)/, "the TLS handshake failed, or the server does not speak TLS"],
  [/^/, "the connection failed"],
];

const certificateReasons: Reasons = [
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "is for another host name"],
  [/^CERT_HAS_EXPIRED$/, "has expired"],
  [/^CERT_NOT_YET_VALID$/, "is not valid yet: is this machine's clock right?"],
  [
    /^(?:(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|CERT_SIGNATURE_FAILURE)$/,
    "is signed by an authority that is not trusted here: if the cluster has its own authority, give that authority's certificate as ca",
    "is signed by an authority that is not trusted here: if the proxy has its own authority, set NODE_EXTRA_CA_CERTS to the file with that authority's certificate",
  ],
  [
    /^(?:CERT_|CRL_|CA_|EE_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT|HOSTNAME_MISMATCH)/,
    "cannot be verified",
  ],
];
