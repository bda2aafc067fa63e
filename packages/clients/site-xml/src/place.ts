/** A position in a text, as editors show it. */
export interface Place {
  /** The line, counted from 1. */
  readonly line: number;
  /** The column, counted from 1 in UTF-16 units. */
  readonly column: number;
  /** The text around the position, on one line. Unprintable characters are written as `\u{…}`. */
  readonly excerpt: string;
}

export function placeInText(text: string, offset: number): Place {
  const reach = 40;
  const { line, column } = placer(text)(offset);
  const before = text.slice(Math.max(offset - column + 1, offset - reach), offset);
  const after = text.slice(offset, offset + reach).replace(/[\r\n].*/s, "");
  return { line, column, excerpt: printable((before + after).trim()) };
}

/** Returns a function that finds the line and column of an offset. If offsets increase, all calls together read the text once. */
export function placer(text: string): (offset: number) => Omit<Place, "excerpt"> {
  const lineEnd = /\r\n?|\n/g;
  const nextLine = () => (lineEnd.test(text) ? lineEnd.lastIndex : Number.POSITIVE_INFINITY);
  let line = 1;
  let start = markEnd(text);
  let next = nextLine();
  return (offset) => {
    while (next <= offset) {
      line++;
      start = next;
      next = nextLine();
    }
    return { line, column: Math.max(offset - start, 0) + 1 };
  };
}

/** Returns the offset after the byte order mark, if the text begins with one. */
export function markEnd(text: string): number {
  return text.startsWith("\ufeff") ? 1 : 0;
}

/** Writes unprintable characters as `\u{…}`, so that a document cannot control a terminal. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

export function shortened(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Control and format characters, lone surrogates, and line separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
