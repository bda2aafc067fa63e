/**
 * Replaces in a long text piece by piece, because all matches at once would fill the memory. `replace` should return a flat string (joined,
 * not replaced), because other strings keep references to their parts. `cut` moves an offset to a place where no match continues.
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

/** A line feed directly after a carriage return belongs to it. */
export function behindReturn(text: string, at: number): number {
  return text.charCodeAt(at - 1) === 13 && text.charCodeAt(at) === 10 ? at + 1 : at;
}

/** A checked reference ends with its semicolon. */
export function behindReference(text: string, at: number): number {
  const start = text.lastIndexOf("&", at - 1);
  if (start < 0) return at;
  const end = text.indexOf(";", start) + 1;
  return Math.max(end, at);
}
