import { eastAsianWidth } from "get-east-asian-width";
import { once } from "../once.ts";

/** The width of a text in terminal columns; colours take none. */
export function displayWidth(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const cell of cellsOf(text.replace(STYLE, ""))) width += cellWidth(cell);
  return width;
}

/** The width of the widest text. */
export function widest(texts: readonly string[]): number {
  let width = 0;
  for (const text of texts) width = Math.max(width, displayWidth(text));
  return width;
}

/** The units of a text that must not be split: a character with its marks, or an emoji sequence. */
export function cellsOf(text: string): readonly string[] {
  return NARROW.test(text) ? text.split("") : (text.match(cellPattern()) ?? []);
}

/** The width of one unit. If terminals disagree about the width, the larger one is returned, so that lines are never too long. */
export function cellWidth(cell: string): number {
  if (isWideEmoji(cell)) return 2;
  let width = 0;
  for (const character of cell) {
    if (!isWithoutWidth(character)) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  }
  return width;
}

/** Matches the start or the end of a style, which is the only escape sequence that this package writes into text. */
export const STYLE: RegExp = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");

/** Characters known to be one column wide, which make up nearly all text: Latin, punctuation, box drawing, ✓ and ✗, Braille. */
const NARROW = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u2013-\u2026\u2500-\u259f\u2713\u2717\u2800-\u28ff]*$/;

const cellPattern = emojiOr("\\P{M}\\p{M}*|\\p{M}+");

/** Whether a character takes no column: a combining mark, an invisible character, or a later part of a Hangul syllable. */
function isWithoutWidth(character: string): boolean {
  return /^[\p{Mn}\p{Me}\p{Cc}\p{DI}\u1160-\u11ff\ud7b0-\ud7ff]$/u.test(character);
}

/** An emoji character with its presentation selector or skin tone. */
const SIGN = "\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?";

/**
 * The grammar of emoji: flags, keycaps, and joined sequences. Unicode's own list (`\p{RGI_Emoji}`) would be exact, but its first use takes
 * longer than a whole command is allowed to take.
 */
const EMOJI = [
  "\\p{Regional_Indicator}{2}",
  "[0-9#*]\\ufe0f\\u20e3",
  "\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{5}\\u{e007f}",
  `${SIGN}(?:\\u200d${SIGN}){0,9}`,
].join("|");

/** A pattern for emoji or the given alternatives. It is compiled on first use, because few texts need it. */
export function emojiOr(pattern: string): () => RegExp {
  return once(() => new RegExp(`(?:${EMOJI})|${pattern}`, "gu"));
}

/** Whether a text is one emoji that is two columns wide. */
function isWideEmoji(text: string): boolean {
  return wide().test(text);
}

/** Symbols that are older than emoji are one column wide, unless a selector asks for the wide form. */
const wide = once(() => new RegExp(`^(?=\\p{Emoji_Presentation}|.+[\\ufe0f\\u200d\\u{e007f}\\p{Emoji_Modifier}])(?:${EMOJI})$`, "u"));
