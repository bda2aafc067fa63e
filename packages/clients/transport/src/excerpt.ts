import { redact } from "@reeve/auth";

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
