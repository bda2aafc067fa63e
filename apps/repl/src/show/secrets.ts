/** The secrets that this session has met, by value. */
export interface Secrets {
  add(value: unknown): void;
  /** Takes them out of text. */
  redact(text: string): string;
}

export const REDACTED = "<redacted>";

/** Shorter ones than this would take half of the words out of a text, and hide nothing. */
const SHORTEST = 4;

export function createSecrets(): Secrets {
  const known = new Set<string>();
  return {
    add: (value) => {
      if (typeof value !== "string" || value.length < SHORTEST) return;
      for (const form of [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())]) {
        known.add(form);
      }
    },
    redact: (text) => {
      let clean = text;
      for (const secret of known) clean = clean.replaceAll(secret, REDACTED);
      return clean;
    },
  };
}
