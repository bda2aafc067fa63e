import { occurrencesOf, SHORTEST_SECRET } from "./occurrences.ts";

/** What stands in the place of a secret. */
export const REDACTED = "<redacted>";

/** Takes secrets out of text, wherever they stand in it and however it writes them. */
export function redact(text: string, secrets: Iterable<string>): string {
  const spans = occurrencesOf(secrets, text).toSorted(([a], [b]) => a - b);
  let clean = "";
  let kept = 0;
  for (const [start, end] of spans) {
    // One secret may be the beginning of another: what they share is taken out once.
    if (start >= kept) clean += text.slice(kept, start) + REDACTED;
    kept = Math.max(kept, end);
  }
  return clean + text.slice(kept);
}

/** The same in every string of a value, its keys included. */
export function redactAll(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return redact(value, secrets);
  if (Array.isArray(value)) return value.map((each) => redactAll(each, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [redact(key, secrets), redactAll(each, secrets)]),
  );
}

/** Text that was cut off somewhere may end within a secret: it is cut again where one seems to begin. */
export function beforeCutSecret(text: string, secrets: Iterable<string>): string {
  const all = [...secrets];
  const clean = redact(text, all);
  const beginnings = occurrencesOf(
    all.map((secret) => secret.slice(0, SHORTEST_SECRET)),
    clean,
  );
  return clean.slice(0, Math.min(clean.length, ...beginnings.map(([start]) => start)));
}

const EXCERPT_LENGTH = 300;

/** So much of a body is looked at for an excerpt; a secret that begins within it and ends outside is cut off with the rest. */
const LOOKED_AT = 4_096;

/** The beginning of a body for an error: short, on one line, harmless to a terminal. Secrets go first, so that none is cut in half. */
export function excerptOf(text: string, secrets: Iterable<string>): string {
  const clean = redact(text.slice(0, LOOKED_AT), secrets)
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "�")
    .trim();
  return clean.length > EXCERPT_LENGTH ? `${clean.slice(0, EXCERPT_LENGTH)}…` : clean;
}
