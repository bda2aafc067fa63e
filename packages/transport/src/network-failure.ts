import { type ErrorCode, ReeveError } from "@reeve/contract";

/** Why no answer came, from whatever `fetch` threw. The error that it threw is not kept: it may hold headers. */
export function networkFailure(thrown: unknown, origin: string): ReeveError {
  const code = systemCode(thrown);
  const untrusted = code === undefined ? undefined : certificateReason(code);
  if (untrusted !== undefined) {
    return failure("untrusted-certificate", `the certificate of ${origin} ${untrusted}`, code);
  }
  return failure(
    "unreachable",
    `${origin} cannot be reached: ${reasons.get(code ?? "") ?? "the connection failed"}`,
    code,
  );
}

function failure(code: ErrorCode, sentence: string, system: string | undefined): ReeveError {
  const shown = system === undefined ? sentence : `${sentence} (${system})`;
  return new ReeveError(code, shown, {}, { cause: system });
}

/** The code of the system or of the TLS library, however deep it is wrapped. */
function systemCode(thrown: unknown): string | undefined {
  let error = thrown;
  for (let depth = 0; depth < 6 && typeof error === "object" && error !== null; depth++) {
    const [first] = "errors" in error && Array.isArray(error.errors) ? error.errors : [];
    if ("code" in error && typeof error.code === "string" && /^[A-Z][A-Z0-9_]{2,60}$/.test(error.code))
      return error.code;
    error = "cause" in error && error.cause !== undefined ? error.cause : first;
  }
  return undefined;
}

const reasons = new Map([
  ["ECONNREFUSED", "nothing listens there"],
  ["ENOTFOUND", "its name is not known"],
  ["EAI_AGAIN", "its name could not be looked up"],
  ["ECONNRESET", "the connection was cut"],
  ["EPIPE", "the connection was cut"],
  ["UND_ERR_SOCKET", "the connection was cut"],
  ["ETIMEDOUT", "no connection came about"],
  ["UND_ERR_CONNECT_TIMEOUT", "no connection came about"],
  ["EHOSTUNREACH", "there is no way to it"],
  ["ENETUNREACH", "there is no way to it"],
]);

function certificateReason(code: string): string | undefined {
  const reason = certificateReasons.get(code);
  if (reason !== undefined) return reason;
  return OTHER_CERTIFICATE_CODE.test(code) ? "cannot be verified" : undefined;
}

const OTHER_CERTIFICATE_CODE =
  /^(?:CERT_|CRL_|CA_|EE_|ERR_TLS_CERT|UNABLE_TO_|SELF_SIGNED|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT|HOSTNAME_MISMATCH)/;

const OWN_CA =
  "is signed by an authority that is not trusted here: if the cluster has one of its own, give its certificate as ca";

const certificateReasons = new Map([
  ["SELF_SIGNED_CERT_IN_CHAIN", OWN_CA],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", OWN_CA],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", OWN_CA],
  ["UNABLE_TO_GET_ISSUER_CERT", OWN_CA],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", OWN_CA],
  ["CERT_SIGNATURE_FAILURE", OWN_CA],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "is for another host name"],
  ["CERT_HAS_EXPIRED", "has expired"],
  ["CERT_NOT_YET_VALID", "is not valid yet: is this machine's clock right?"],
]);
