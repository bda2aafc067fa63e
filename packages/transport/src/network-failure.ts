import { type ErrorCode, ReeveError } from "@reeve/contract";

/** A proxy between here and the server. */
export interface Detour {
  /** In words for an error: which it is, and where its address comes from. */
  readonly about: string;
  readonly variable: string;
  /** Whether an error is one of the way to the proxy, not of what lies behind. */
  caused(error: object): boolean;
}

/** Why no answer came, from whatever `fetch` threw. The error that it threw is not kept: it may hold headers. */
export function networkFailure(thrown: unknown, origin: string, detour?: Detour): ReeveError {
  const chain = causesOf(thrown);
  const refusal = detour && refusalOfProxy(chain, origin, detour);
  if (refusal) return refusal;
  const atProxy = detour && chain.some((error) => detour.caused(error));
  const who = atProxy ? detour.about : origin;
  const code = systemCode(chain);
  const untrusted = code === undefined ? undefined : certificateReason(code, atProxy ? PROXY_CA : OWN_CA);
  if (untrusted !== undefined) return failure("untrusted-certificate", `the certificate of ${who} ${untrusted}`, code);
  return failure("unreachable", `${who} cannot be reached: ${reasonOf(code)}`, code);
}

function failure(code: ErrorCode, sentence: string, system: string | undefined): ReeveError {
  const shown = system === undefined ? sentence : `${sentence} (${system})`;
  return new ReeveError(code, shown, {}, { cause: system });
}

/** The proxy was reached, and is why nothing else was. Its status says whether another try can help. */
function refusalOfProxy(chain: readonly object[], origin: string, { about, variable }: Detour): ReeveError | undefined {
  const status = statusOfProxy(chain);
  if (status === undefined) return undefined;
  const sentence =
    status === 407
      ? `${about} wants a user and a password, or others: put them into ${variable}, as http://user:password@host:port`
      : `${about} opens no way to ${origin}`;
  return new ReeveError("unreachable", `${sentence} (${status})`, { status });
}

/** There is no code for it, only words: those of undici for a tunnel, and those of the fetch standard. */
function statusOfProxy(chain: readonly object[]): number | undefined {
  for (const error of chain) {
    const message = "message" in error ? String(error.message) : "";
    const [, status] = /^Proxy response \((\d{3})\)/.exec(message) ?? [];
    if (status !== undefined) return Number(status);
    if (/^proxy authentication required/i.test(message)) return 407;
  }
  return undefined;
}

const DEEPEST = 6;

/** An error and what it wraps. */
function causesOf(thrown: unknown): readonly object[] {
  const chain: object[] = [];
  let error = thrown;
  while (typeof error === "object" && error !== null && chain.length < DEEPEST) {
    chain.push(error);
    const [first] = "errors" in error && Array.isArray(error.errors) ? error.errors : [];
    error = "cause" in error && error.cause !== undefined ? error.cause : first;
  }
  return chain;
}

/** The code of the system or of the TLS library, however deep it is wrapped. */
function systemCode(chain: readonly object[]): string | undefined {
  for (const error of chain) {
    const { code, name, message } = error as Partial<Record<string, unknown>>;
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{2,60}$/.test(code)) return code;
    // Two that have no code, but a name or a message of their own.
    if (name === "HTTPParserError") return "NOT_HTTP";
    if (message === "bad port") return "BAD_PORT";
  }
  return undefined;
}

function reasonOf(code = ""): string {
  const reason = reasons.get(code);
  if (reason !== undefined) return reason;
  if (code === "NOT_HTTP" || code.startsWith("HPE_")) return "what it answers is not HTTP";
  return code.startsWith("ERR_SSL_") || code === "EPROTO"
    ? "it and we agree on no TLS, if it speaks it at all"
    : "the connection failed";
}

const reasons = new Map([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "its name is not known"],
  ["EAI_AGAIN", "its name could not be looked up"],
  ["ECONNRESET", "the connection was cut"],
  ["EPIPE", "the connection was cut"],
  ["UND_ERR_SOCKET", "the connection was cut"],
  ["ERR_STREAM_PREMATURE_CLOSE", "the connection was cut"],
  ["ETIMEDOUT", "no connection came about"],
  ["UND_ERR_CONNECT_TIMEOUT", "no connection came about"],
  ["EHOSTUNREACH", "there is no way to it"],
  ["ENETUNREACH", "there is no way to it"],
  ["Z_DATA_ERROR", "what it sent cannot be unpacked"],
  ["Z_BUF_ERROR", "the connection was cut"],
  ["BAD_PORT", "fetch connects to no such port, because it belongs to another service"],
  ["UND_ERR_HEADERS_OVERFLOW", "its answer has larger headers than are taken"],
  ["HPE_HEADER_OVERFLOW", "its answer has larger headers than are taken"],
]);

function certificateReason(code: string, unknownAuthority: string): string | undefined {
  if (unknownAuthorities.has(code)) return unknownAuthority;
  const reason = certificateReasons.get(code);
  if (reason !== undefined) return reason;
  return OTHER_CERTIFICATE_CODE.test(code) ? "cannot be verified" : undefined;
}

const OTHER_CERTIFICATE_CODE =
  /^(?:CERT_|CRL_|CA_|EE_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT|HOSTNAME_MISMATCH)/;

const OWN_CA =
  "is signed by an authority that is not trusted here: if the cluster has one of its own, give its certificate as ca";

/** `ca` is of the cluster alone. */
const PROXY_CA =
  "is signed by an authority that is not trusted here: if the proxy has one of its own, name it in NODE_EXTRA_CA_CERTS";

const unknownAuthorities: ReadonlySet<string> = new Set([
  "SELF_SIGNED_CERT_IN_CHAIN",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
]);

const certificateReasons = new Map([
  ["ERR_TLS_CERT_ALTNAME_INVALID", "is for another host name"],
  ["CERT_HAS_EXPIRED", "has expired"],
  ["CERT_NOT_YET_VALID", "is not valid yet: is this machine's clock right?"],
]);
