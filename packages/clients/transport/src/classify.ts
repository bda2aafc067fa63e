import { beforeCutSecret, redact } from "@reeve/auth";
import { type ErrorCode, isRecord, ReeveError } from "@reeve/contract";
import { mayHoldMessage, parseBody } from "./body.ts";
import type { Call } from "./call.ts";
import { certificateWanted } from "./network-failure.ts";
import type { AnswerHeaders, Response } from "./options.ts";
import type { ReceivedAnswer } from "./sender.ts";

/** Decides whether a response is the expected one, or which error it means. The status is checked first, then the body. */
export function classify(call: Call, received: ReceivedAnswer): Response | ReeveError {
  const { exchange, requestId, attempts, secrets } = call;
  const { status, headers, text, flaw } = received;
  const success = status >= 200 && status < 300;
  const type = headers.get("content-type") ?? "";
  const read = flaw ? { error: flaw } : parseBody(text, type, exchange.media ?? "application/json");
  if ("body" in read && (success || (status >= 400 && exchange.accepts?.({ status, body: read.body })))) {
    const excerpt = () => excerptOf(text, secrets);
    const clean = (words: string) => redact(words, secrets);
    return { status, headers, text, body: read.body, requestId, attempts, excerpt, clean };
  }
  const known = flaw ? beforeCutSecret(text, secrets) : text;
  const excerpt = excerptOf(known, secrets);
  const context = { status, ...(excerpt !== "" && { excerpt }) };
  if (success && "error" in read) {
    const { code, message, cause } = read.error;
    return new ReeveError(code, redact(message, secrets), context, { cause });
  }
  if (status === 400 && CERTIFICATE_WANTED.test(known)) {
    return new ReeveError("unauthenticated", `${certificateWanted("the server", false)} (400)`, context);
  }
  const words = "body" in read ? read.body : mayHoldMessage(known, type) ? known : undefined;
  const sentence = sentenceOfStatus(status, words, headers, (text) => redact(text, secrets));
  const whole = flaw ? `${sentence}; ${flaw.message}` : sentence;
  return new ReeveError(codeOfFailure(status, words), redact(whole, secrets), context);
}

/** Matches the page that nginx sends to a client without a certificate. */
const CERTIFICATE_WANTED = /no required ssl certificate was sent/i;

/** The error code for a status that reports a failure. */
function codeOfFailure(status: number, body: unknown): ErrorCode {
  // A service that answers 404 with this code reports that the request used the wrong revision.
  if (status === 404 && isRecord(body) && body.code === "not-in-revision") return "not-in-revision";
  return meanings.get(status)?.[0] ?? (status >= 500 ? "server-failure" : status >= 400 ? "bad-input" : "unexpected-response");
}

/** The message for an error status: the server's own message, if there is one, and advice. */
function sentenceOfStatus(status: number, body: unknown, headers: AnswerHeaders, clean: (text: string) => string): string {
  // For a redirect, the `fetch` of browsers reports status 0.
  if (status === 0 || redirects.has(status)) {
    const target = clean(headers.get("location") ?? "");
    return `the server redirects${target ? ` to ${target.slice(0, 200)}` : ""} (${status}): redirects are not followed; give the new address instead`;
  }
  const refused = status >= 400 ? "the server refused the request" : "the server answered with an unexpected status";
  const usual = status >= 500 ? "the server failed" : refused;
  return `${wordsOf(body, clean)?.replace(/(?<!\.)\.$/, "") ?? meanings.get(status)?.[1] ?? usual} (${status})`;
}

const redirects: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308]);

/** The code of an error with this status, and its message if the server sends none. */
const meanings = new Map<number, readonly [code: ErrorCode, message?: string]>([
  [400, ["bad-input", "the server refused the request as malformed"]],
  [401, ["unauthenticated"]],
  [403, ["forbidden", "this user is not allowed to do this"]],
  [404, ["not-found", "the server has nothing with that name"]],
  [405, ["unexpected-response", "the server does not accept this method for this path"]],
  [408, ["server-failure"]],
  [409, ["conflict", "the request conflicts with the server's state"]],
  [429, ["server-failure", "too many requests: the server asks clients to slow down"]],
  [502, ["server-failure", "a gateway got no usable answer from the service"]],
  [503, ["server-failure", "the service cannot be reached behind its gateway"]],
  [504, ["server-failure", "a gateway got no answer from the service in time"]],
]);

const MAX_WORDS = 500;

/** The error message in a body: the detail of a problem document, a message field, or a line of text. */
function wordsOf(body: unknown, clean: (text: string) => string): string | undefined {
  const words = isRecord(body)
    ? [body.detail, body.message, body.description, body.title, body.error].find((each) => typeof each === "string" && each.trim() !== "")
    : body;
  if (typeof words !== "string" || words.trim() === "") return undefined;
  const line =
    clean(words.slice(0, 8 * MAX_WORDS))
      .trim()
      .split("\n", 1)[0] ?? "";
  return line.replace(/[\p{Cc}\p{Cf}]/gu, "�").slice(0, MAX_WORDS);
}

const EXCERPT_LENGTH = 300;

/** How many characters of a body are examined for an excerpt. A secret that crosses this limit is cut off with the rest. */
const EXAMINED = 4_096;

/**
 * The beginning of a body for an error message: short, on one line, and safe for a terminal. It is redacted before it is shortened, so that
 * no part of a secret remains.
 */
export function excerptOf(text: string, secrets: Iterable<string>): string {
  const clean = redact(text.slice(0, EXAMINED), secrets)
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "�")
    .trim();
  return clean.length > EXCERPT_LENGTH ? `${clean.slice(0, EXCERPT_LENGTH)}…` : clean;
}
