import { displayWidth, padEnd, type Style, truncate } from "@reeve/terminal";

/** The style and the number of rows that a menu can use. */
interface MenuSpace {
  readonly style: Style;
  readonly rows: number;
}

/** The lines of a menu in columns, with the selected entry marked. A long menu shows only the rows around that entry. */
export function menuLines(labels: readonly string[], chosen: number, { style, rows }: MenuSpace): readonly string[] {
  const room = Math.max(1, style.width - 1);
  const width = Math.min(room, Math.max(...labels.map(displayWidth)) + 2);
  const columns = Math.max(1, Math.floor(room / width));
  const all = Array.from({ length: Math.ceil(labels.length / columns) }, (_, row) =>
    labels
      .slice(row * columns, (row + 1) * columns)
      .map((label, column) => {
        const cell = padEnd(truncate(label, width - 2, style.unicode ? "…" : "..."), width - 2);
        return row * columns + column === chosen ? INVERSE + cell + AS_USUAL : cell;
      })
      .join("  ")
      .trimEnd(),
  );
  const most = Math.max(1, rows);
  if (all.length <= most) return all;
  const shown = Math.max(1, most - 1);
  const first = Math.min(Math.max(0, Math.floor(Math.max(0, chosen) / columns) - shown + 1), all.length - shown);
  const counted = style.paint.dim(`rows ${first + 1} to ${first + shown} of ${all.length}`);
  return [...all.slice(first, first + shown), ...(most > 1 ? [counted] : [])];
}

const INVERSE = "\u001b[7m";
const AS_USUAL = "\u001b[27m";
