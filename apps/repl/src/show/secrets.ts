export const HIDDEN_SECRET = "<redacted>";

/** Minimum length of a redacted value; redacting shorter values would remove ordinary words. */
const MIN_LENGTH = 4;

/** The values that are secrets in this session. */
export type ShellSecrets = ReturnType<typeof createSecrets>;

export function createSecrets() {
  const known = new Set<string>();
  return {
    add: (value: unknown): void => {
      if (typeof value !== "string" || value.length < MIN_LENGTH) return;
      for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())]) {
        known.add(form);
      }
    },
    /** Replaces all known secrets in a text. */
    redact: (text: string): string => {
      let clean = text;
      for (const secret of known) clean = clean.replaceAll(secret, HIDDEN_SECRET);
      return clean;
    },
  };
}
