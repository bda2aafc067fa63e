/** XML's four blanks: JavaScript's own idea of white space is wider. */
export function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** The first offset from `at` on that holds no blank. */
export function skipBlanks(text: string, at: number): number {
  let end = at;
  while (isBlank(text.charCodeAt(end))) end++;
  return end;
}

/** The text without the blanks around it. */
export function trimBlanks(text: string): string {
  const start = skipBlanks(text, 0);
  let end = text.length;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Trims as Java does, which is what clients do with values: control characters are removed, too. */
export function trimControls(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}

/** Whether XML 1.0 has this character at all. */
export function isLegal(codePoint: number): boolean {
  if (codePoint < 0x20) return codePoint === 0x9 || codePoint === 0xa || codePoint === 0xd;
  if (codePoint < 0xd800) return true;
  if (codePoint < 0xe000) return false;
  return codePoint !== 0xfffe && codePoint !== 0xffff && codePoint <= 0x10ffff;
}

/** The offset of the first character that XML 1.0 does not have, or -1. */
export function illegalAt(text: string): number {
  return text.search(ILLEGAL);
}

/** Where the name that starts at `at` ends, by the fifth edition of XML 1.0; `at` itself where no name starts. */
export function nameEnd(text: string, at: number): number {
  let end = at;
  for (; end < text.length; end++) {
    const kind = ASCII_KINDS[text.charCodeAt(end)];
    if (kind === undefined) return wideNameEnd(text, at, end);
    if (kind === OTHER || (kind === INNER && end === at)) break;
  }
  return end;
}

// Without the u flag, which would make it several times slower; so lone surrogates are detected by hand.
const ILLEGAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what it is for.
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

/** The same for a name that goes on with a character outside ASCII. */
function wideNameEnd(text: string, at: number, end: number): number {
  NAME.lastIndex = at;
  const match = NAME.exec(text);
  // The end of the text also ends the name.
  return match === null ? end : NAME.lastIndex;
}
