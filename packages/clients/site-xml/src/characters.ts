import { refuse } from "./error.ts";

/** Returns the first offset from `at` on that is not XML white space. (JavaScript has more white space characters than XML.) */
export function skipBlanks(text: string, at: number): number {
  let end = at;
  while (isBlank(text.charCodeAt(end))) end++;
  return end;
}

export function blanksBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end);
}

export function trimBlanks(text: string): string {
  return text.slice(skipBlanks(text, 0), text.length - blanksBefore(text, text.length).length);
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13;
}

/** Trims a text as Java and Hadoop's clients do: control characters at its ends are removed, too. */
export function trimControls(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return text.slice(start, end);
}

/** Returns the offset of the first character that XML 1.0 does not allow, or -1. */
export function illegalAt(text: string): number {
  return text.search(ILLEGAL);
}

// The pattern has no `u` flag, which would make it several times slower, so lone surrogates are matched explicitly.
const ILLEGAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern has to find control characters
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Returns the end of the name that starts at `at`, by the rules of the fifth edition of XML 1.0. If no name starts there, returns `at`. */
export function nameEnd(text: string, at: number): number {
  NAME.lastIndex = at;
  return NAME.test(text) ? NAME.lastIndex : at;
}

// Surrogates are matched one by one, because a text with illegal characters has been refused before.
const FIRST =
  ":A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef" +
  "\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\ud800-\\udb7f";
const NAME = new RegExp(`[${FIRST}][-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040\\udc00-\\udfff${FIRST}]*`, "y");

export function checkReferences(text: string, from: number, to: number): void {
  const part = text.slice(from, to);
  if (!part.includes("&")) return;
  for (const { index, 1: name } of part.matchAll(/&(?:([a-z]+|#[0-9]+|#x[0-9a-fA-F]+);)?/g)) {
    const character = characterOf(name);
    if (character === undefined) refuseReference(text, from + index);
    if (illegalAt(character) >= 0) refuse(text, from + index, "this reference stands for a character that XML does not allow");
  }
}

/** Resolves the references of a checked text, each one once: `&amp;lt;` becomes `&lt;`. */
export function decodeReferences(text: string): string {
  return !text.includes("&") ? text : text.replace(/&([^;]*);/g, (_, name) => characterOf(name) ?? "");
}

const ENTITIES: ReadonlyMap<string, string> = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }));

function characterOf(name = ""): string | undefined {
  if (!name.startsWith("#")) return ENTITIES.get(name);
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\uffff";
}

function refuseReference(text: string, at: number): never {
  const name = /^&([^\s;&<]{1,40});/.exec(text.slice(at, at + 50))?.[1];
  if (name === undefined) refuse(text, at, "& must be written &amp; unless it begins a reference");
  if (name.startsWith("#")) refuse(text, at, `&${name}; is not a character reference`);
  refuse(text, at, `the entity ${name} is not defined; XML defines only amp, lt, gt, quot and apos`);
}
