import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

export interface ListColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly class?: string;
}

/** Pixels of a row, as the style sheet has them. */
const HEIGHT = 34;

/** Rows above and below what is seen that are drawn, too. */
const MARGIN = 12;

/** A table of any length, of which only the rows that are seen are drawn. */
export function List<Row>(props: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly tall?: boolean;
}) {
  const { label, rows, columns, keyOf, tall = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  const first = Math.min(Math.max(0, Math.floor(seen.top / HEIGHT) - MARGIN), Math.max(0, rows.length - 1));
  const end = Math.min(rows.length, Math.ceil((seen.top + seen.height) / HEIGHT) + MARGIN);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section class={tall ? "list tall" : "list"} ref={place} tabIndex={0} aria-label={label}>
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.head} scope="col" class={column.class}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <Space rows={first} columns={columns.length} />}
          {rows.slice(first, end).map((row, index) => (
            <tr key={keyOf(row)} aria-rowindex={first + index + 2}>
              {columns.map((column) => (
                <td key={column.head} class={column.class}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {end < rows.length && <Space rows={rows.length - end} columns={columns.length} />}
        </tbody>
      </table>
    </section>
  );
}

/** Stands for rows that are not seen. */
function Space({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row without content cannot be focused
    <tr aria-hidden="true" class="space">
      <td colSpan={columns} style={{ height: `${rows * HEIGHT}px` }} />
    </tr>
  );
}
