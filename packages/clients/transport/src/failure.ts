import { type ErrorCode, isRecord } from "@reeve/contract";
import type { AnswerHeaders } from "./options.ts";

/** Redacts secrets. Called before a text is shortened, so that no part of a secret remains. */
type Redact = (text: string) => string;

/** The error code for a status that reports a failure. */
export function codeOfFailure(status: number, body: unknown): ErrorCode {
  // A service that answers 404 with this code reports that the request used the wrong revision.
  if (status === 404 && isRecord(body) && body.code === "not-in-revision") return "not-in-revision";
  return (
    exactly.get(status) ?? (status >= 500 ? "server-failure" : status >= 400 ? "bad-input" : "unexpected-response")
  );
}

const exactly = new Map<number, ErrorCode>([
  [401, "unauthenticated"],
  [403, "forbidden"],
  [404, "not-found"],
  [405, "unexpected-response"],
  [408, "server-failure"],
  [409, "conflict"],
  [429, "server-failure"],
]);

/** The message for an error status: the server's own message, if there is one, and advice. */
export function sentenceOfStatus(status: number, body: unknown, headers: AnswerHeaders, clean: Redact): string {
  // For a redirect, the `fetch` of browsers reports status 0.
  if (status === 0 || redirects.has(status)) {
    const target = clean(headers.get("location") ?? "");
    return `the server redirects${target ? ` to ${target.slice(0, 200)}` : ""} (${status}): redirects are not followed; give the new address instead`;
  }
  return `${wordsOf(body, clean)?.replace(/(?<!\.)\.$/, "") ?? meaningOf(status)} (${status})`;
}

const redirects: ReadonlySet<number> = new Set([300, 301, 302, 303, 307, 308]);

function meaningOf(status: number): string {
  const meaning = meanings.get(status);
  if (meaning !== undefined) return meaning;
  if (status >= 500) return "the server failed";
  return status >= 400 ? "the server refused the request" : "the server answered with an unexpected status";
}

const meanings = new Map<number, string>([
  [400, "the server refused the request as malformed"],
  [403, "this user is not allowed to do this"],
  [404, "the server has nothing with that name"],
  [405, "the server does not accept this method for this path"],
  [409, "the request conflicts with the server's state"],
  [429, "too many requests: the server asks clients to slow down"],
  [502, "a gateway got no usable answer from the service"],
  [503, "the service cannot be reached behind its gateway"],
  [504, "a gateway got no answer from the service in time"],
]);

const MAX_WORDS = 500;

/** The error message in a body: the detail of a problem document, a message field, or a line of text. */
function wordsOf(body: unknown, clean: Redact): string | undefined {
  const words = isRecord(body)
    ? [body.detail, body.message, body.description, body.title, body.error].find(
        (each) => typeof each === "string" && each.trim() !== "",
      )
    : body;
  if (typeof words !== "string" || words.trim() === "") return undefined;
  const line =
    clean(words.slice(0, 8 * MAX_WORDS))
      .trim()
      .split("\n", 1)[0] ?? "";
  return line.replace(/[\p{Cc}\p{Cf}]/gu, "�").slice(0, MAX_WORDS);
}
