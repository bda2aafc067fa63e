import { beforeCutSecret, redact } from "@reeve/auth";
import { type ErrorCode, isRecord, isReeveError, ReeveError } from "@reeve/contract";
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
  const body = flaw ?? parseBody(text, type, exchange.media ?? "application/json");
  const clean = (words: string) => redact(words, secrets);
  if (!isReeveError(body) && (success || (status >= 400 && exchange.accepts?.({ status, body })))) {
    return { status, headers, text, body, requestId, attempts, excerpt: () => excerptOf(text, secrets), clean };
  }
  const known = flaw ? beforeCutSecret(text, secrets) : text;
  const excerpt = excerptOf(known, secrets);
  const context = { status, ...(excerpt !== "" && { excerpt }) };
  if (success && isReeveError(body)) return new ReeveError(body.code, clean(body.message), context, { cause: body.cause });
  // nginx sends this page to a client without a certificate.
  if (status === 400 && /no required ssl certificate was sent/i.test(known)) {
    return new ReeveError("unauthenticated", `${certificateWanted("the server", false)} (400)`, context);
  }
  const words = !isReeveError(body) ? body : mayHoldMessage(known, type) ? known : undefined;
  const [usualCode, usualSentence] = meaningOf(status);
  // A service that answers 404 with this code reports that the request used the wrong revision.
  const code = status === 404 && isRecord(words) && words.code === "not-in-revision" ? "not-in-revision" : usualCode;
  const sentence = redirection(status, headers, clean) ?? `${wordsOf(words, clean) ?? usualSentence} (${status})`;
  return new ReeveError(code, clean(flaw ? `${sentence}; ${flaw.message}` : sentence), context);
}

/** The message for a redirect. For it, the `fetch` of browsers reports status 0. */
function redirection(status: number, headers: AnswerHeaders, clean: (text: string) => string): string | undefined {
  if (![0, 300, 301, 302, 303, 307, 308].includes(status)) return undefined;
  const target = clean(headers.get("location") ?? "").slice(0, 200);
  return `the server redirects${target && ` to ${target}`} (${status}): redirects are not followed; give the new address instead`;
}

/** The code of an error with this status, and its message if the server sends none. */
function meaningOf(status: number): readonly [code: ErrorCode, message: string] {
  const meaning = meanings.get(status);
  if (meaning) return meaning;
  if (status >= 500) return ["server-failure", "the server failed"];
  return status >= 400 ? ["bad-input", REFUSED] : ["unexpected-response", "the server answered with an unexpected status"];
}

const REFUSED = "the server refused the request";

const meanings = new Map<number, readonly [code: ErrorCode, message: string]>([
  [400, ["bad-input", "the server refused the request as malformed"]],
  [401, ["unauthenticated", REFUSED]],
  [403, ["forbidden", "this user is not allowed to do this"]],
  [404, ["not-found", "the server has nothing with that name"]],
  [405, ["unexpected-response", "the server does not accept this method for this path"]],
  [408, ["server-failure", REFUSED]],
  [409, ["conflict", "the request conflicts with the server's state"]],
  [429, ["server-failure", "too many requests: the server asks clients to slow down"]],
  [502, ["server-failure", "a gateway got no usable answer from the service"]],
  [503, ["server-failure", "the service cannot be reached behind its gateway"]],
  [504, ["server-failure", "a gateway got no answer from the service in time"]],
]);

const MAX_WORDS = 500;

/** The error message in a body, without a full stop: the detail of a problem document, a message field, or a line of text. */
function wordsOf(body: unknown, clean: (text: string) => string): string | undefined {
  const texts = isRecord(body) ? [body.detail, body.message, body.description, body.title, body.error] : [body];
  const words = texts.find((text) => typeof text === "string" && text.trim() !== "");
  if (typeof words !== "string") return undefined;
  const [line = ""] = clean(words.slice(0, 8 * MAX_WORDS))
    .trim()
    .split("\n", 1);
  return visible(line)
    .slice(0, MAX_WORDS)
    .replace(/(?<!\.)\.$/, "");
}

const EXCERPT_LENGTH = 300;

/** How many characters of a body are examined for an excerpt. A secret that crosses this limit is cut off with the rest. */
const EXAMINED = 4_096;

/**
 * The beginning of a body for an error message: short, on one line, and safe for a terminal. It is redacted before it is shortened, so that
 * no part of a secret remains.
 */
export function excerptOf(text: string, secrets: Iterable<string>): string {
  const clean = visible(redact(text.slice(0, EXAMINED), secrets).replace(/\s+/g, " ")).trim();
  return clean.length > EXCERPT_LENGTH ? `${clean.slice(0, EXCERPT_LENGTH)}…` : clean;
}

/** Replaces characters that control a terminal. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, "�");
}
