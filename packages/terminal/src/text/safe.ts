import { emojiOr } from "./emoji.ts";

/**
 * Text of a server on one line, harmless to a terminal: control characters, escape sequences, newlines, characters that turn the
 * direction of writing or cannot be seen at all, and halves of characters are written as escapes (`\x1b`, `\n`, `\u202e`).
 */
export function safe(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text;
  return text.replace(lookedAt(), (found: string, harm?: string) => (harm === undefined ? found : escaped(harm)));
}

/** The same for text of several lines, such as a document: its line ends and tabs stay. */
export function safeLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(safe).join("\t"))
    .join("\n");
}

/** Text for a terminal that shows only ASCII: everything else is written as escapes. */
export function ascii(text: string): string {
  return text.replace(/[^\n -~]/gu, escaped);
}

/** A character as an escape that is ASCII. */
function escaped(character: string): string {
  return short.get(character) ?? [...character].map(escapeOf).join("");
}

const PRINTABLE_ASCII = /^[ -~]*$/;

/** More marks upon one letter than any script needs would paint over the lines above and below. */
const MARKS = 5;

const HARMFUL = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{DI}]";

/** Emoji are matched first and whole: some are made of parts that would be harmful alone. */
const lookedAt = emojiOr(`(?<harm>${HARMFUL}|(?<=\\p{M}{${MARKS}})\\p{M})`);

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
