import { behindReturn, replaceInPieces } from "./pieces.ts";
import { decodeReferences } from "./references.ts";

/** The text of a field, which can consist of several pieces. */
export interface Token {
  clear(): void;
  add(from: number, to: number, isSection: boolean): void;
  /** Returns the text, with resolved references and with line ends as XML requires. */
  value(): string;
  /** Returns the start of the field's last piece. */
  start(): number;
}

/** Collects the text of a field. The text nearly always has one piece, so it is copied only when `value` is called. */
export function tokenOf(text: string): Token {
  const hasReturns = text.includes("\r");
  let before = "";
  let from = 0;
  let to = 0;
  let isSection = false;
  return {
    clear() {
      before = "";
      from = to;
    },
    add(start, end, section) {
      if (to > from) before += piece();
      from = start;
      to = end;
      isSection = section;
    },
    value: () => (to > from ? before + piece() : before),
    start: () => from,
  };

  function piece(): string {
    const written = text.slice(from, to);
    const lines = hasReturns
      ? replaceInPieces(written, (part) => part.split(/\r\n?/).join("\n"), behindReturn)
      : written;
    return isSection ? lines : decodeReferences(lines);
  }
}
