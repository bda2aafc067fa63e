import type { Screen } from "../src/live/bottom.ts";
import { plain } from "../src/text/style.ts";
import { cellsOf, cellWidth, STYLE } from "../src/text/width.ts";

/**
 * A terminal for tests of live regions: rows of columns, a cursor, and lines that wrap again when it is resized. It knows only the escape
 * sequences that regions need, so any other sequence appears in the output.
 */
export interface DrawnScreen extends Screen {
  /** The visible text, without empty lines at the end. */
  lines(): readonly string[];
  writes(): number;
  resize(columns: number, rows: number): void;
}

export function drawnScreen(columns: number, rows: number): DrawnScreen {
  const size = { columns, rows };
  /** Lines as written; the terminal wraps them at its width. */
  let written: string[][] = [[]];
  let cursor = { line: 0, cell: 0 };
  let writes = 0;

  const rowsOf = (line: readonly string[]): number => Math.max(1, Math.ceil(widthOf(line) / size.columns));
  const up = (count: number): void => {
    let left = count;
    while (left > 0 && cursor.line > 0) {
      cursor = { line: cursor.line - 1, cell: 0 };
      left -= rowsOf(written[cursor.line] ?? []);
    }
  };
  const put = (cell: string): void => {
    const line = written[cursor.line] ?? [];
    line[cursor.cell] = cell;
    written[cursor.line] = line;
    cursor.cell++;
  };
  const obey: Record<string, (argument: number) => void> = {
    A: up,
    K: () => {
      written[cursor.line] = (written[cursor.line] ?? []).slice(0, cursor.cell);
    },
    J: () => {
      written = [...written.slice(0, cursor.line), (written[cursor.line] ?? []).slice(0, cursor.cell)];
    },
  };

  const write = (text: string): void => {
    writes++;
    const parts = text.replace(STYLE, "").split(SEQUENCE);
    for (let index = 0; index < parts.length; index += 3) {
      for (const cell of (parts[index] ?? "").split(/(\r|\n)/).flatMap((each) => (each === "\n" ? [each] : cellsOf(each)))) {
        if (cell === "\r") cursor.cell = 0;
        else if (cell === "\n") cursor = { line: cursor.line + 1, cell: 0 };
        else put(cell);
      }
      const action = parts[index + 2];
      if (action !== undefined) obey[action]?.(Number(parts[index + 1] || 1));
    }
  };
  return {
    style: () => ({ ...plain, width: size.columns }),
    rows: () => size.rows,
    write,
    writes: () => writes,
    resize: (newColumns, newRows) => {
      size.columns = newColumns;
      size.rows = newRows;
    },
    lines: () => {
      const texts = written.map((line) => line.join("").trimEnd());
      while (texts.at(-1) === "") texts.pop();
      return texts;
    },
  };
}

const SEQUENCE = new RegExp(`${String.fromCharCode(27)}\\[(\\d*)([AKJ])`);

function widthOf(line: readonly string[]): number {
  return line.reduce((sum, cell) => sum + cellWidth(cell), 0);
}
