import { MIN_SECRET, occurrencesOf } from "./occurrences.ts";

/** The replacement for a secret. */
export const REDACTED = "<redacted>";

/** Redacts secrets in a text, in any of their encodings. */
export function redact(text: string, secrets: Iterable<string>): string {
  const spans = occurrencesOf(secrets, text).toSorted(([a], [b]) => a - b);
  let clean = "";
  let kept = 0;
  for (const [start, end] of spans) {
    // Ranges may overlap: one secret may be the beginning of another.
    if (start >= kept) clean += text.slice(kept, start) + REDACTED;
    kept = Math.max(kept, end);
  }
  return clean + text.slice(kept);
}

/** Redacts every string in a value, including object keys. */
export function redactAll(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return redact(value, secrets);
  if (Array.isArray(value)) return value.map((each) => redactAll(each, secrets));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [redact(key, secrets), redactAll(each, secrets)]),
  );
}

/** Redacts a truncated text, and cuts it before the beginning of a secret whose end may already have been cut off. */
export function beforeCutSecret(text: string, secrets: Iterable<string>): string {
  const all = [...secrets];
  const clean = redact(text, all);
  const beginnings = occurrencesOf(
    all.map((secret) => secret.slice(0, MIN_SECRET)),
    clean,
  );
  return clean.slice(0, Math.min(clean.length, ...beginnings.map(([start]) => start)));
}
