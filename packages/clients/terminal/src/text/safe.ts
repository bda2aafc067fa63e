import { emojiOr } from "./width.ts";

/**
 * A server's text on one line, safe for a terminal. Control characters, escape sequences, newlines, bidirectional and invisible characters,
 * and lone surrogates are written as escapes (`\x1b`, `\n`, `\u202e`).
 */
export function safe(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.replace(examined(), (match: string, harm?: string) => (harm === undefined ? match : escaped(harm)));
}

/** Like `safe`, for text of several lines such as a document: line ends and tabs stay. */
export function safeLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.split("\t").map(safe).join("\t"));
  return lines.join("\n");
}

/** Text for an ASCII terminal: other characters are written as escapes. */
export function ascii(text: string): string {
  return text.replace(/[^\n -~]/gu, escaped);
}

/** A character as an ASCII escape. */
function escaped(character: string): string {
  return short.get(character) ?? [...character].map(escapeOf).join("");
}

const PRINTABLE_ASCII = /^[ -~]*$/;

/**
 * The number of combining marks that a character keeps. No script needs more, and further marks would be drawn over the neighbouring lines.
 */
const MARKS = 5;

const HARMFUL = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}]";

/** Emoji are matched first and as a whole, because some contain characters that would be harmful alone. */
const examined = emojiOr(`(?<harm>${HARMFUL}|(?<=\\p{M}{${MARKS}})\\p{M})`);

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code > 0xffff) return `\\u{${digits}}`;
  return code > 0xff ? `\\u${digits.padStart(4, "0")}` : `\\x${digits.padStart(2, "0")}`;
}

const short = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
