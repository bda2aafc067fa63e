import { padEnd, padStart, truncate, truncateStyled, wrap } from "../text/fit.ts";
import { type Style, shown, symbols } from "../text/style.ts";
import { widest } from "../text/width.ts";

/** A column of a table. */
export interface Column<Row> {
  /** The heading exactly as it is shown: `NAME` in a command's output, `leader` in the shell. */
  readonly head: string;
  /** Returns the value of a row in this column. */
  readonly cell: (row: Row) => Cell;
  /** How values are aligned. By default, numbers are aligned to the right, and other values to the left. */
  readonly align?: "left" | "right";
}

/** The value of a cell. */
export type Cell = string | number | bigint | boolean | null | undefined;

/**
 * A table without borders that is readable without colours. It is never wider than the given width: the widest columns shrink first, and
 * their values are truncated with an ellipsis. A terminal that is too narrow for that gets one field per line, with nothing truncated.
 */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], style: Style): readonly string[] {
  const cells = columns.map((column) => rows.map((row) => textOf(column.cell(row), style)));
  const heads = columns.map(({ head }) => shown(head, style));
  const right = columns.map(({ align, cell }) => (align ?? (rows.some(isText(cell)) ? "left" : "right")) === "right");
  const wanted = heads.map((head, index) => widest([head, ...(cells[index] ?? [])]));
  const room = style.width - GAP.length * (columns.length - 1);
  if (rows.length > 0 && style.width < NARROW && columns.length > 1 && wanted.reduce((sum, width) => sum + width, 0) > room) {
    return rows.flatMap((_, row) => {
      const texts = cells.map((column) => column[row] ?? "");
      return [...(row > 0 ? [""] : []), ...fieldLines(heads, texts, style)];
    });
  }
  const widths = fitting(wanted, room);
  const { ellipsis } = symbols(style.unicode);
  const line = (texts: readonly string[]): string => {
    const padded = texts.map((text, index) => {
      const width = widths[index] ?? 0;
      const cut = truncate(text, width, ellipsis);
      return right[index] ? padStart(cut, width) : padEnd(cut, width);
    });
    return truncate(padded.join(GAP).trimEnd(), style.width, ellipsis);
  };
  return [style.paint.bold(line(heads)), ...rows.map((_, row) => line(cells.map((column) => column[row] ?? "")))];
}

const GAP = "  ";

/** The number of columns below which a terminal is too narrow for a table that does not fit. */
const NARROW = 60;

/** A row of a table as one field per line; long values are wrapped. */
function fieldLines(heads: readonly string[], texts: readonly string[], { width, paint, unicode }: Style): readonly string[] {
  const label = widest(heads);
  const { ellipsis } = symbols(unicode);
  return heads.flatMap((head, index) =>
    wrap(texts[index] ?? "", Math.max(MIN_COLUMN, width - label - GAP.length)).map((part, line) =>
      truncateStyled(`${paint.bold(padEnd(line === 0 ? head : "", label))}${GAP}${part}`, width, ellipsis),
    ),
  );
}

/** The text of an empty cell. */
const NOTHING = "-";

function textOf(cell: Cell, style: Style): string {
  if (cell === undefined || cell === null || cell === "") return NOTHING;
  return shown(String(cell), style);
}

function isText<Row>(cell: (row: Row) => Cell): (row: Row) => boolean {
  return (row) => ["string", "boolean"].includes(typeof cell(row));
}

/** The minimum width of a truncated column. */
const MIN_COLUMN = 6;

/** Shrinks the widest columns until the table fits. */
function fitting(wanted: readonly number[], room: number): readonly number[] {
  const widths = [...wanted];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const [first = 0, second = MIN_COLUMN] = [...new Set(widths)].sort((a, b) => b - a);
    if (first <= MIN_COLUMN) break;
    const alike = widths.filter((width) => width === first).length;
    const step = Math.min(first - Math.max(second, MIN_COLUMN), Math.max(1, Math.floor(excess / alike)));
    for (const [index, width] of widths.entries()) {
      if (width !== first || excess <= 0) continue;
      const taken = Math.min(step, excess);
      widths[index] = width - taken;
      excess -= taken;
    }
  }
  return widths;
}
