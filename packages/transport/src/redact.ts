const REDACTED = "<redacted>";

/** Takes secrets out of text, wherever they stand in it. */
export function redact(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    for (const form of formsOf(secret)) clean = clean.replaceAll(form, REDACTED);
  }
  return clean;
}

/** A server may echo a secret as it came, in JSON, or in a URL. */
function formsOf(secret: string): ReadonlySet<string> {
  return new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())]);
}

const EXCERPT_LENGTH = 300;

/** The beginning of a body for an error: short, on one line, harmless to a terminal. Secrets go first, so that none is cut in half. */
export function excerptOf(text: string, secrets: Iterable<string>): string {
  const clean = redact(text, secrets)
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "�")
    .trim();
  return clean.length > EXCERPT_LENGTH ? `${clean.slice(0, EXCERPT_LENGTH)}…` : clean;
}
