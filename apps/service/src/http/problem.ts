import { STATUS_CODES } from "node:http";
import { type ErrorCode, isReeveError, ReeveError } from "@reeve/contract";
import type { HttpAnswer } from "./message.ts";

/** The HTTP status of each error code. `refusal` makes errors for statuses without an error code, such as 413 and 429. */
const statusByCode: Readonly<Record<ErrorCode, number>> = {
  "bad-input": 400,
  unauthenticated: 401,
  forbidden: 403,
  "not-found": 404,
  "not-in-revision": 404,
  conflict: 409,
  "server-failure": 500,
  "unexpected-response": 502,
  "untrusted-certificate": 502,
  unreachable: 503,
  "timed-out": 504,
  cancelled: 499,
  "rollout-failed": 500,
  "still-pending": 503,
};

/** A problem document (RFC 9457), which describes an error for people and programs. */
export function problem(
  status: number,
  code: ErrorCode | "defect",
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer {
  const title = STATUS_CODES[status] ?? "Client Closed Request";
  const body = JSON.stringify({ type: `urn:reeve:error:${code}`, title, status, detail, code });
  const basic = {
    "content-type": "application/problem+json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
  };
  return { status, headers: { ...basic, ...headers }, body };
}

const REFUSAL = Symbol("refusal");

/** Makes an error with an HTTP status that belongs to no error code, such as 413. */
export function refusal(status: number, code: ErrorCode, detail: string, headers: Readonly<Record<string, string>> = {}): ReeveError {
  return Object.defineProperty(new ReeveError(code, detail), REFUSAL, {
    value: problem(status, code, detail, headers),
  });
}

/** The refusal of a body that is larger than the limit. The connection is closed after the answer. */
export function tooLarge(bytes: number): ReeveError {
  return refusal(413, "bad-input", `A body may have at most ${bytes} bytes.`, { connection: "close" });
}

/** The answer to an expected error; undefined for any other error, which is a defect. */
export function problemOf(error: unknown): HttpAnswer | undefined {
  if (!isReeveError(error)) return undefined;
  if (REFUSAL in error) return error[REFUSAL] as HttpAnswer;
  return problem(statusByCode[error.code], error.code, sentence(error.message));
}

/** The answer to a method that a path does not have. With OPTIONS, this is what the client asks for. */
export function wrongMethod(method: string, target: string, allow: readonly string[]): HttpAnswer {
  const methods = [...new Set(allow)].join(", ");
  if (method === "OPTIONS") return { status: 204, headers: { allow: methods }, body: "" };
  return problem(405, "bad-input", `${pathOf(target)} does not support ${method}, only ${methods}.`, { allow: methods });
}

/**
 * Refuses unknown parameters: with a misspelt `replace=true` a node would only restart, and with a misspelt `phase` a command would
 * interrupt the whole plan.
 */
export function refuseParameters(names: Iterable<string>, known: readonly string[]): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const there = known.length === 0 ? "this path takes none" : `this path takes ${known.join(", ")}`;
    throw new ReeveError("bad-input", `there is no query parameter ${JSON.stringify(name.slice(0, 60))} here; ${there}`);
  }
}

/** A path for messages: shortened, and without its query, which may contain a secret. */
export function pathOf(target: string): string {
  const [path = ""] = target.split("?");
  return path.length > 200 ? `${path.slice(0, 200)}…` : path;
}

/** The answer after a defect. It only says that the details are in the log. */
export function defect(): HttpAnswer {
  return problem(500, "defect", "Internal error: the service's log has the details.");
}

/** Turns a message into a sentence. Messages that quote a line of a file stay unchanged. */
function sentence(message: string): string {
  if (message.includes("\n")) return message;
  const ended = /[.!?]$/.test(message) ? message : `${message}.`;
  return /^[a-z]+ /.test(ended) ? ended.charAt(0).toUpperCase() + ended.slice(1) : ended;
}
