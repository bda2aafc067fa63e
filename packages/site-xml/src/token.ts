import { behindReturn, replaceInPieces } from "./pieces.ts";
import { decodeReferences } from "./references.ts";

/** The text that a field gathers, from all pieces up to its end. */
export interface Token {
  clear(): void;
  add(from: number, to: number, isSection: boolean): void;
  /** Decoded, with line ends as XML counts them. */
  value(): string;
  /** The start of its last piece. */
  start(): number;
}

/** A field nearly always holds one piece of text, which is only cut out when it is asked for. */
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
