import { eastAsianWidth } from "get-east-asian-width";
import { emojiOr, isWideEmoji } from "./emoji.ts";

/** How many columns of a terminal a text takes; colours take none. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const cell of cellsOf(text.replace(STYLE, ""))) width += cellWidth(cell);
  return width;
}

/** The columns that the widest of many texts takes. */
export function widest(texts: readonly string[]): number {
  let width = 0;
  for (const text of texts) width = Math.max(width, displayWidth(text));
  return width;
}

/** The parts of a text between which it may be cut: a character with its marks, an emoji with all that it is made of. */
export function cellsOf(text: string): readonly string[] {
  return NARROW.test(text) ? text.split("") : (text.match(cellPattern()) ?? []);
}

/** The columns that one such part takes. Where terminals disagree it is the larger number, so that a line never grows too long. */
export function cellWidth(cell: string): number {
  if (isWideEmoji(cell)) return 2;
  let width = 0;
  for (const character of cell) {
    if (!isWithoutWidth(character)) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  }
  return width;
}

/** Switches a colour or another style on or off; the only escape sequence that this package puts into text. */
export const STYLE: RegExp = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");

/** What is known to take one column each, which nearly all text is made of: Latin, punctuation, lines and blocks, ✓ and ✗, Braille. */
const NARROW = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2013-\u2026\u2500-\u259f\u2713\u2717\u2800-\u28ff]*$/;

const cellPattern = emojiOr("\\P{M}\\p{M}*|\\p{M}+");
/** Marks that stand on the letter before them, what cannot be seen, and the later parts of a Hangul syllable. */
function isWithoutWidth(character: string): boolean {
  return /^[\p{Mn}\p{Me}\p{Cc}\p{DI}\u1160-\u11ff\ud7b0-\ud7ff]$/u.test(character);
}
