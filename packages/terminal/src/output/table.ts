import { padEnd, padStart, truncate } from "../text/fit.ts";
import { type Look, shown } from "../text/look.ts";
import { symbols } from "../text/symbols.ts";
import { widest } from "../text/width.ts";

/** A column of a table. */
export interface Column<Row> {
  /** Written as it stands: `NAME` in a command's output, `leader` in the shell. */
  readonly head: string;
  /** What stands in a row; nothing where there is nothing. */
  readonly cell: (row: Row) => Cell;
  /** Numbers stand on the right, unless this says otherwise. */
  readonly align?: "left" | "right";
}

/** What a table shows. */
export type Cell = string | number | bigint | boolean | null | undefined;

/**
 * A table without borders, readable without colours. It is never wider than it may be: the widest columns give up room first, and what
 * does not fit is cut with an ellipsis.
 */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], look: Look): readonly string[] {
  const cells = columns.map((column) => rows.map((row) => textOf(column.cell(row), look)));
  const heads = columns.map(({ head }) => shown(head, look));
  const right = columns.map(({ align, cell }) => (align ?? (rows.some(isText(cell)) ? "left" : "right")) === "right");
  const widths = fitting(
    heads.map((head, index) => widest([head, ...(cells[index] ?? [])])),
    look.width - GAP.length * (columns.length - 1),
  );
  const { ellipsis } = symbols(look.unicode);
  const line = (texts: readonly string[]): string => {
    const padded = texts.map((text, index) => {
      const width = widths[index] ?? 0;
      const cut = truncate(text, width, ellipsis);
      return right[index] ? padStart(cut, width) : padEnd(cut, width);
    });
    return truncate(padded.join(GAP).trimEnd(), look.width, ellipsis);
  };
  return [look.paint.bold(line(heads)), ...rows.map((_, row) => line(cells.map((column) => column[row] ?? "")))];
}

const GAP = "  ";

/** What stands in a column that has nothing to say. */
const NOTHING = "-";

function textOf(cell: Cell, look: Look): string {
  if (cell === undefined || cell === null || cell === "") return NOTHING;
  return shown(String(cell), look);
}

function isText<Row>(cell: (row: Row) => Cell): (row: Row) => boolean {
  return (row) => ["string", "boolean"].includes(typeof cell(row));
}

/** A column that is cut keeps so much that one can guess what it says. */
const ENOUGH = 6;

/** Takes from the widest columns until all of them together have room. */
function fitting(wanted: readonly number[], room: number): readonly number[] {
  const widths = [...wanted];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const [first = 0, second = ENOUGH] = [...new Set(widths)].sort((a, b) => b - a);
    if (first <= ENOUGH) break;
    const alike = widths.filter((width) => width === first).length;
    const step = Math.min(first - Math.max(second, ENOUGH), Math.max(1, Math.floor(excess / alike)));
    for (const [index, width] of widths.entries()) {
      if (width !== first || excess <= 0) continue;
      const taken = Math.min(step, excess);
      widths[index] = width - taken;
      excess -= taken;
    }
  }
  return widths;
}
