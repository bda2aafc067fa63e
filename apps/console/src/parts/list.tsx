import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface ListColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly class?: string;
}

/**
 * The height of a row in pixels, as in the style sheet: a single line, and on a narrow screen a block of two lines, or of three if the row
 * has actions.
 */
const LINE = 34;
const BLOCK = 58;
const BLOCK_WITH_ACTIONS = 88;

const NARROW = "(max-width: 720px)";

/** The number of rows above and below the visible rows that are also drawn. */
const MARGIN = 8;

/**
 * A table of any length. Only its visible rows are drawn, and a row is only drawn again after it has changed. A new array of columns draws
 * all visible rows again, so the columns of a table that changes often must stay the same array.
 */
export function DataList<Row>(props: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  /** Called with the rows that are drawn. */
  readonly onDrawn?: (rows: readonly Row[]) => void;
}) {
  const { label, rows, columns, keyOf, onDrawn } = props;
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800, isNarrow: false });
  // A table with long texts or with actions does not fit a narrow screen, so its cells are stacked there.
  const isStacked = columns.some(({ class: name = "" }) => /wide|actions/.test(name));
  const block = columns.some(({ class: name }) => name === "actions") ? BLOCK_WITH_ACTIONS : BLOCK;
  const measure = () => {
    const { scrollTop: top = 0, clientHeight: height = 0 } = place.current ?? {};
    setSeen({ top, height, isNarrow: matchMedia(NARROW).matches });
  };
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  const height = isStacked && seen.isNarrow ? block : LINE;
  const first = Math.min(Math.max(0, Math.floor(seen.top / height) - MARGIN), Math.max(0, rows.length - 1));
  const end = Math.min(rows.length, Math.ceil((seen.top + seen.height) / height) + MARGIN);
  // With block layout, screen readers recognise rows and cells of a table only by explicit roles.
  const role = <Name extends string>(name: Name) => (isStacked ? name : undefined);
  const drawn = rows.slice(first, end);
  const drawRow = (row: Row, index: number) => (
    <tr key={keyOf(row)} role={role("row")} aria-rowindex={index}>
      {columns.map((column) => {
        const content = column.cell(row);
        // A long text is truncated; its tooltip shows the complete text.
        const whole = typeof content === "string" && content !== "" ? content : undefined;
        return (
          <td key={column.head} role={role("cell")} class={column.class} title={whole}>
            {content}
          </td>
        );
      })}
    </tr>
  );
  // During a rollout the list is drawn many times a second, so only rows whose data has changed are drawn again.
  const last = useRef<Kept<Row>>({ columns, isStacked, rows: new Map() });
  const kept = last.current.columns === columns && last.current.isStacked === isStacked ? last.current.rows : undefined;
  const now = new Map<string, KeptRow<Row>>();
  const drawings = drawn.map((row, at) => {
    const [key, index] = [keyOf(row), first + at + 2];
    const before = kept?.get(key);
    const isKept = before !== undefined && before.index === index && isSame(before.row, row);
    const drawing = isKept ? before.drawing : drawRow(row, index);
    now.set(key, { row, index, drawing });
    return drawing;
  });
  last.current = { columns, isStacked, rows: now };
  useEffect(() => onDrawn?.(drawn), [drawn.map(keyOf).join("\n")]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable with the keyboard
    <section class={isStacked ? "list stacked" : "list"} ref={place} onScroll={measure} tabIndex={0} aria-label={label}>
      <table role={role("table")} aria-rowcount={rows.length + 1}>
        <thead role={role("rowgroup")}>
          <tr role={role("row")}>
            {columns.map((column) => (
              <th key={column.head} scope="col" role={role("columnheader")} class={column.class}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={role("rowgroup")}>
          {first > 0 && <Space height={first * height} columns={columns.length} />}
          {drawings}
          {end < rows.length && <Space height={(rows.length - end) * height} columns={columns.length} />}
        </tbody>
      </table>
    </section>
  );
}

/** The rows that were drawn last, by key, and the other values on which their drawing depended. */
interface Kept<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly isStacked: boolean;
  readonly rows: ReadonlyMap<string, KeptRow<Row>>;
}

interface KeptRow<Row> {
  readonly row: Row;
  readonly index: number;
  readonly drawing: VNode;
}

/** Whether two rows have the same data. The rows of repeated answers are equal, but not the same objects. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** An empty space as high as the rows that are not drawn. */
function Space({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without content cannot be focused
    <tr aria-hidden="true" class="space">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  );
}
