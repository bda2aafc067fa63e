import { cellsOf, cellWidth, displayWidth, STYLE } from "./width.ts";

/** Truncates a text that is too wide, and marks where it was cut. */
export function truncate(text: string, width: number, mark = "…"): string {
  if (displayWidth(text) <= width) return text;
  if (width <= mark.length) return mark.slice(0, Math.max(0, width));
  return `${beginning(text, width - mark.length)}${mark}`;
}

/** Truncates a line with colours, and resets the active colours. */
export function truncateStyled(line: string, width: number, mark = "…"): string {
  if (displayWidth(line) <= width) return line;
  const styles = line.match(STYLE) ?? [];
  let left = Math.max(0, width - mark.length);
  let kept = "";
  for (const [index, piece] of line.split(STYLE).entries()) {
    const fitting = beginning(piece, left);
    left = fitting === piece ? left - displayWidth(piece) : 0;
    kept += fitting + (styles[index] ?? "");
  }
  return kept + mark.slice(0, Math.max(0, width));
}

/** Pads a text with spaces on the right. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Pads a text with spaces on the left. */
export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** Wraps a text between words and splits words that are too wide. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(1, width);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((each) => pieces(each, room))) {
    if (line !== "" && displayWidth(line) + 1 + displayWidth(word) > room) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Wraps a sentence. If a word is too wide, the sentence is not wrapped at all, because the word may be an address or a command to copy. */
export function wrapSentence(text: string, width: number): readonly string[] {
  return text.split(" ").some((word) => displayWidth(word) > width) ? [text] : wrap(text, width);
}

function pieces(word: string, width: number): readonly string[] {
  const matches: string[] = [];
  let rest = word;
  while (displayWidth(rest) > width) {
    // A character that is wider than the line gets its own line.
    const piece = beginning(rest, width) || (cellsOf(rest)[0] ?? rest);
    matches.push(piece);
    rest = rest.slice(piece.length);
  }
  return rest === "" && matches.length > 0 ? matches : [...matches, rest];
}

/** The longest prefix of a text that fits. */
function beginning(text: string, width: number): string {
  let kept = "";
  let left = width;
  for (const cell of cellsOf(text)) {
    left -= cellWidth(cell);
    if (left < 0) break;
    kept += cell;
  }
  return kept;
}
