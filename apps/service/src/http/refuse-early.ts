import type { IncomingMessage } from "node:http";
import { hostOfTarget, isHostHeader } from "./host.ts";
import type { HttpLimits } from "./limits.ts";
import type { HttpAnswer } from "./message.ts";
import { problem, problemOf, tooLarge } from "./problem.ts";

/**
 * Refuses a request as soon as its head has arrived, if there are too many connections, if the head or the announced body is too large, or
 * if the host, the credential or the length of the body is missing or ambiguous.
 */
export function refuseEarly(request: IncomingMessage, limits: HttpLimits, connections: number): HttpAnswer | undefined {
  return overLimit(request, limits, connections) ?? repeated(request.rawHeaders) ?? unclearHost(request) ?? unclearChunks(request);
}

function overLimit(request: IncomingMessage, limits: HttpLimits, connections: number): HttpAnswer | undefined {
  if (connections > limits.connections) {
    const detail = `More than ${limits.connections} connections are open; try again in a moment.`;
    return problem(503, "unreachable", detail, { "retry-after": "1", connection: "close" });
  }
  if (request.rawHeaders.length / 2 > limits.headers) {
    return problem(431, "bad-input", `A request may have at most ${limits.headers} headers.`);
  }
  if ((request.url ?? "").length > limits.targetLength) {
    return problem(414, "bad-input", `A path, including its query, may have at most ${limits.targetLength} characters.`);
  }
  if (Number(request.headers["content-length"] ?? 0) > limits.bodyBytes) return problemOf(tooLarge(limits.bodyBytes));
  return undefined;
}

/** Refuses two Host headers, and two credentials, because a proxy could take another one than this service does. */
function repeated(rawHeaders: readonly string[]): HttpAnswer | undefined {
  let hosts = 0;
  let credentials = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === "host".length && name.toLowerCase() === "host") hosts++;
    else if (name.length === "authorization".length && name.toLowerCase() === "authorization") credentials++;
  }
  if (hosts > 1) return problem(400, "bad-input", "A request must have exactly one Host header.");
  if (credentials > 1) return problem(400, "bad-input", "A request may have only one Authorization header.");
  return undefined;
}

/** Refuses a missing or ambiguous host, which a proxy could read otherwise than this service does (RFC 9112, 3.2). */
function unclearHost({ headers, httpVersion, url = "" }: IncomingMessage): HttpAnswer | undefined {
  const { host } = headers;
  if (host === undefined) {
    return httpVersion === "1.0" ? undefined : problem(400, "bad-input", "The Host header is missing.");
  }
  if (!isHostHeader(host)) return problem(400, "bad-input", "The Host header is not a host name or address with an optional port.");
  const asked = hostOfTarget(url);
  if (asked === undefined || asked.toLowerCase() === host.toLowerCase()) return undefined;
  return problem(400, "bad-input", "The request line and the Host header name different hosts.");
}

/** Refuses chunks in a version of HTTP that has none. */
function unclearChunks({ headers, httpVersion }: IncomingMessage): HttpAnswer | undefined {
  if (headers["transfer-encoding"] === undefined || httpVersion !== "1.0") return undefined;
  return problem(400, "bad-input", "HTTP/1.0 has no Transfer-Encoding.", { connection: "close" });
}
