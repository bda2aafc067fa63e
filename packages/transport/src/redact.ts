/** What stands in the place of a secret. */
export const REDACTED = "<redacted>";

/** Takes secrets out of text, wherever they stand in it and however it writes them. The longest first: one may be the beginning of another. */
export function redact(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    for (const piece of piecesOf(secret)) clean = clean.replace(anyForm(piece), REDACTED);
  }
  return clean;
}

/** An expression for thousands of characters is more than the platform takes: what is longer is looked for in pieces of one length. */
const LONGEST_PIECE = 1_000;

function piecesOf(secret: string): readonly string[] {
  const length = Math.ceil(secret.length / Math.ceil(secret.length / LONGEST_PIECE));
  const pieces: string[] = [];
  for (let start = 0; start < secret.length; start += length) pieces.push(secret.slice(start, start + length));
  return pieces;
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

/** So many characters of a secret are too many to be seen. */
const TELLING = 6;

/** Text that was cut off somewhere may end within a secret: it is cut again where one seems to begin. */
export function beforeCutSecret(text: string, secrets: Iterable<string>): string {
  let clean = redact(text, secrets);
  for (const secret of secrets) {
    const at = secret === "" ? -1 : clean.search(anyForm(secret.slice(0, TELLING)));
    if (at !== -1) clean = clean.slice(0, at);
  }
  return clean;
}

/** A server may echo a secret as it came, in JSON (even within JSON), in a URL, or in base64. */
function anyForm(secret: string): RegExp {
  const characters = [...secret.toWellFormed()].map((character) => {
    const forms = [`\\\\*${escaped(character)}`, `\\\\+u${hex(character.charCodeAt(0), 4)}`, percentEncoded(character)];
    return `(?:${forms.join("|")})`;
  });
  return new RegExp([characters.join(""), ...base64Forms(secret).map(escaped)].join("|"), "giu");
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function percentEncoded(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `%${hex(byte, 2)}`).join("");
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0");
}

/** What base64 makes of a secret depends on where in a group of three bytes it begins; the ends, which its neighbours share, are left out. */
function base64Forms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < TELLING) return [];
  return [0, 1, 2].map((shift) => {
    const padded = new Uint8Array(shift + bytes.length);
    padded.set(bytes, shift);
    const whole = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join(""));
    return whole.slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + bytes.length) * 8) / 6));
  });
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
