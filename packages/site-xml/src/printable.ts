/** The text with unprintable characters written as `\u{…}`, so that a document cannot control a terminal. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** Whether a text holds characters that do not print. */
export function hasUnprintable(text: string): boolean {
  return text.search(UNPRINTABLE) >= 0;
}

/** Control and format characters, halves of surrogate pairs, and separators of lines. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
