/**
 * Replaces in a long text piece by piece: all at once, each match would be held in memory until the last one is found. What
 * `replace` gives should be one flat string (joined, not replaced), for a string keeps its parts otherwise. A piece ends where `cut` says that no match goes on; it is asked with an offset to end at about.
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

/** Behind a carriage return a line feed may follow that belongs to it. */
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
