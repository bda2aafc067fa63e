/**
 * Replaces matches in a long text piece by piece, because all matches at once would fill the memory. `cut` moves the end of a piece so that
 * the piece does not end inside a match. `replace` should build its result with `join`, because strings that are built in other ways keep
 * references to their parts.
 */
export function replaceInPieces(
  text: string,
  replace: (piece: string) => string,
  cut: (text: string, at: number) => number,
): string {
  if (text.length <= PIECE) return replace(text);
  let result = "";
  for (let from = 0; from < text.length; ) {
    const end = from + PIECE >= text.length ? text.length : cut(text, from + PIECE);
    result += replace(text.slice(from, end));
    from = end;
  }
  return result;
}

const PIECE = 1024;

/** Returns the offset; if it is between a carriage return and its line feed, returns the offset after the line feed. */
export function behindReturn(text: string, at: number): number {
  return text.charCodeAt(at - 1) === 13 && text.charCodeAt(at) === 10 ? at + 1 : at;
}

/** Returns the offset; if it is inside of a reference, returns the offset after that reference. */
export function behindReference(text: string, at: number): number {
  const start = text.lastIndexOf("&", at - 1);
  if (start < 0) return at;
  const end = text.indexOf(";", start) + 1;
  return Math.max(end, at);
}
