import { cellsOf, cellWidth, displayWidth, STYLE } from "./width.ts";

/** Cuts a text that is wider than it may be, and marks the cut. */
export function truncate(text: string, width: number, mark = "…"): string {
  if (displayWidth(text) <= width) return text;
  if (width <= mark.length) return mark.slice(0, Math.max(0, width));
  return `${beginning(text, width - mark.length)}${mark}`;
}

/** The same for a line that has colours: those that were switched on are switched off again. */
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

/** Fills a text up to a width with spaces behind it. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}

/** Fills a text up to a width with spaces before it. */
export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - displayWidth(text))) + text;
}

/** Breaks a text into lines between words; a word that is wider than a line is cut into pieces. */
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

/** The same for a sentence that may hold an address or a command to copy: what is wider than a line is left to the terminal, and stays in one. */
export function wrapSentence(text: string, width: number): readonly string[] {
  return text.split(" ").some((word) => displayWidth(word) > width) ? [text] : wrap(text, width);
}

function pieces(word: string, width: number): readonly string[] {
  const found: string[] = [];
  let rest = word;
  while (displayWidth(rest) > width) {
    // A character that is wider than the line stands alone.
    const piece = beginning(rest, width) || (cellsOf(rest)[0] ?? rest);
    found.push(piece);
    rest = rest.slice(piece.length);
  }
  return rest === "" && found.length > 0 ? found : [...found, rest];
}

/** As much of a text as fits. */
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
