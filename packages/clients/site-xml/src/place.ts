import { printable } from "./printable.ts";

/** A position in a text, as editors show it. */
export interface Place {
  /** The line, counted from 1. */
  readonly line: number;
  /** The column, counted from 1 in UTF-16 units. */
  readonly column: number;
  /** The text around the position, on one line. Unprintable characters are written as `\u{…}`. */
  readonly excerpt: string;
}

/** Returns the place of an offset in a text. */
export function textPositionOf(text: string, offset: number): Place {
  const { line, column } = placer(text)(offset);
  return { line, column, excerpt: excerptAt(text, offset, offset - column + 1) };
}

/** Returns a function that finds the line of an offset. If offsets increase from call to call, all calls together read the text once. */
export function lineCounter(text: string): (offset: number) => number {
  const placeAt = placer(text);
  return (offset) => placeAt(offset).line;
}

/** Like `lineCounter`, but the function also returns columns. */
export function placer(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const next = text.includes("\r") ? anyLineEnd : lineFeed;
  let line = 1;
  let start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  let end = next(text, start);
  return (offset) => {
    while (end < offset) {
      line++;
      start = end + 1;
      end = next(text, start);
    }
    return { line, column: Math.max(offset - start, 0) + 1 };
  };
}

export const BYTE_ORDER_MARK = 0xfeff;

const REACH = 40;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function lineFeed(text: string, from: number): number {
  const result = text.indexOf("\n", from);
  return result < 0 ? Number.POSITIVE_INFINITY : result;
}

function anyLineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) if (endsLine(text, at)) return at;
  return Number.POSITIVE_INFINITY;
}

/** XML has three line ends: LF, CR LF (which is counted at the LF) and CR alone. */
function endsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) !== LINE_FEED);
}

function excerptAt(text: string, offset: number, lineStart: number): string {
  const from = Math.max(lineStart, offset - REACH);
  const window = text.slice(from, offset + REACH);
  const before = window.slice(0, offset - from);
  const after = window
    .slice(offset - from)
    .split(/[\r\n]/, 1)
    .join("");
  return printable((before + after).trim());
}
