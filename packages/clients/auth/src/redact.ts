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
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redact(key, secrets), redactAll(each, secrets)]));
}

/** Redacts a truncated text, and cuts it before the beginning of a secret whose end may already have been cut off. */
export function beforeCutSecret(text: string, secrets: Iterable<string>): string {
  const all = [...secrets];
  const clean = redact(text, all);
  const starts = all.map((secret) => secret.slice(0, MIN_SECRET));
  const beginnings = occurrencesOf(starts, clean);
  return clean.slice(0, Math.min(clean.length, ...beginnings.map(([start]) => start)));
}

/** A range of a text, from the index of its first character to the index after its last one. */
type TextSpan = readonly [start: number, end: number];

/** Shorter secrets are not searched for, because they can occur in any text by chance. */
const MIN_SECRET = 6;

/** How many levels of escapes are undone. A URL within a URL within a URL needs three; one more is undone for safety. */
const MAX_DEPTH = 4;

/**
 * The ranges of a text that contain one of these secrets: literally, in JSON (even nested), in a URL, or in base64. The text is searched
 * once for each level of escapes, so the time is proportional to its length. Ranges may overlap.
 */
function occurrencesOf(secrets: Iterable<string>, text: string): readonly TextSpan[] {
  const forms = new Set([...secrets].flatMap(formsOf));
  const found: TextSpan[] = [];
  let layer: Layer | undefined = { text: lowerCase(text) };
  for (let depth = 0; layer !== undefined && forms.size > 0 && depth <= MAX_DEPTH; depth++) {
    for (const form of forms) {
      for (const at of placesOf(form, layer.text)) {
        found.push([startOf(layer, at), endOf(layer, at + form.length - 1)]);
      }
    }
    layer = withoutEscapes(layer);
  }
  return found;
}

/** If a pattern is longer than this and the text repeats most of it many times, `indexOf` can take seconds. */
const LONG = 256;

/** The indexes at which a pattern begins in a text, without overlaps. */
function placesOf(pattern: string, text: string): readonly number[] {
  if (pattern.length >= LONG) return placesOfLong(pattern, text);
  const places: number[] = [];
  for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + pattern.length)) places.push(at);
  return places;
}

/** Like `placesOf`, but in linear time for any input, because no character of the text is read twice (Knuth, Morris, Pratt). */
function placesOfLong(pattern: string, text: string): readonly number[] {
  if (pattern.length > text.length) return [];
  const shorter = shorterMatches(pattern);
  const places: number[] = [];
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    matched = extended(pattern, shorter, matched, text.charCodeAt(at));
    if (matched < pattern.length) continue;
    places.push(at + 1 - pattern.length);
    matched = 0;
  }
  return places;
}

/** For each prefix of the pattern, the length of the longest shorter prefix with which it ends. */
function shorterMatches(pattern: string): Int32Array {
  const shorter = new Int32Array(pattern.length + 1);
  for (let at = 1; at < pattern.length; at++) {
    shorter[at + 1] = extended(pattern, shorter, shorter[at] ?? 0, pattern.charCodeAt(at));
  }
  return shorter;
}

/** How many characters of the pattern match after one more character of the text has been read. */
function extended(pattern: string, shorter: Int32Array, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && pattern.charCodeAt(length) !== code) length = shorter[length] ?? 0;
  return pattern.charCodeAt(length) === code ? length + 1 : 0;
}

/**
 * A text in which some escapes have been decoded. `indexes` has the position of each character in the original text; it is undefined if
 * nothing was decoded.
 */
interface Layer {
  readonly text: string;
  readonly starts?: readonly number[];
  readonly ends?: readonly number[];
}

function startOf({ starts }: Layer, place: number): number {
  return starts?.[place] ?? place;
}

function endOf({ ends }: Layer, place: number): number {
  return ends?.[place] ?? place + 1;
}

/** Undoes one level of escapes. Several backslashes in a row count as one, because each level of JSON doubles them. */
function withoutEscapes(layer: Layer): Layer | undefined {
  if (!/[\\%]/.test(layer.text)) return undefined;
  let text = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: piece, 1: backslashes = "", 2: code, 3: bytes, index } of layer.text.matchAll(ESCAPED)) {
    const character = code !== undefined ? fromCode(code) : bytes !== undefined ? fromBytes(bytes) : undefined;
    const plain = lowerCase(character ?? piece.slice(backslashes.length));
    text += plain;
    for (let at = 0; at < plain.length; at++) {
      const isOne = character !== undefined;
      const own = index + backslashes.length + at;
      starts.push(startOf(layer, isOne || at === 0 ? index : own));
      ends.push(endOf(layer, isOne ? index + piece.length - 1 : own));
    }
  }
  return { text, starts, ends };
}

/** Matches backslashes and the text after them: a code, the percent-encoded bytes of one character, or unescaped text. */
const ESCAPED =
  /(\\*)(?:(?<=\\)u([0-9a-f]{4})|(%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3})|%|[^\\%]+|$)/g;

function fromCode(code: string): string {
  return String.fromCharCode(Number.parseInt(code, 16));
}

/** The character that percent-encoded bytes stand for; undefined if they are invalid. */
function fromBytes(bytes: string): string | undefined {
  try {
    return decodeURIComponent(bytes);
  } catch {
    return undefined;
  }
}

/** The forms of a secret to search for: literally, with its own escapes undone, and in base64. */
function formsOf(secret: string): readonly string[] {
  const itself = lowerCase(secret);
  const plain = withoutEscapes({ text: itself })?.text ?? "";
  const quoted = lowerCase(JSON.stringify(secret).slice(1, -1));
  const others = [plain, ...base64Forms(secret).map(lowerCase)].filter((form) => form.length >= MIN_SECRET);
  return [itself, quoted, ...others].filter((form) => form !== "");
}

/** Texts are compared in lower case, because the hexadecimal digits of escapes may be in either case. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * The base64 forms of a secret, one for each offset within a group of three bytes. The first and last characters of each form are left out,
 * because they also depend on the neighbouring bytes.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < MIN_SECRET) return [];
  return [0, 1, 2].map((shift) => {
    const padded = new Uint8Array(shift + bytes.length);
    padded.set(bytes, shift);
    const whole = btoa(Array.from(padded, (byte) => String.fromCharCode(byte)).join(""));
    return whole.slice(shift === 0 ? 0 : shift + 1, Math.floor(((shift + bytes.length) * 8) / 6));
  });
}
