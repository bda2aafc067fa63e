/** Whether a character is one of XML's four white space characters. (JavaScript has more.) */
export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** Returns the first offset from `at` on that is not XML white space. */
export function skipBlanks(text: string, at: number): number {
  let end = at;
  while (isBlank(text.charCodeAt(end))) end++;
  return end;
}

/** Removes XML white space from both ends of a text. */
export function trimBlanks(text: string): string {
  const start = skipBlanks(text, 0);
  let end = text.length;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Trims a text as Java and Hadoop's clients do: control characters at its ends are removed, too. */
export function trimControls(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}

/** Whether XML 1.0 allows this character. */
export function isLegal(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 0x9 || codePoint === 0xa || codePoint === 0xd;
  if (codePoint < 0xd800) return true;
  if (codePoint < 0xe000) return false;
  return codePoint !== 0xfffe && codePoint !== 0xffff && codePoint <= 0x10ffff;
}

/** Returns the offset of the first character that XML 1.0 does not allow, or -1. */
export function illegalAt(text: string): number {
  return text.search(ILLEGAL);
}

/** Returns the end of the name that starts at `at`, by the rules of the fifth edition of XML 1.0. If no name starts there, returns `at`. */
export function nameEnd(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const kind = ASCII_KINDS[text.charCodeAt(end)];
    if (kind === undefined) return wideNameEnd(text, at, end);
    if (kind === OTHER || (kind === INNER && end === at)) break;
  }
  return end;
}

// The pattern has no `u` flag, which would make it several times slower, so lone surrogates are matched explicitly.
const ILLEGAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern has to find control characters
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const START = [
  ":A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}",
  "\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}",
].join("");
const NAME = new RegExp(`[${START}][${START}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}]*`, "uy");

const OTHER = 0;
const FIRST = 1;
const INNER = 2;
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[:A-Z_a-z]/.test(character)) return FIRST;
  return /[-.0-9]/.test(character) ? INNER : OTHER;
});

/** Returns the end of a name that continues with a character outside of ASCII. */
function wideNameEnd(text: string, at: number, end: number): number {
  NAME.lastIndex = at;
  const match = NAME.exec(text);
  // Without a match, the name continues to the end of the text.
  return match === null ? end : NAME.lastIndex;
}
