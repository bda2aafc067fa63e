/** Rows of 32-bit integers. Rows are not objects, and nothing is copied when their number grows. */
export interface Rows {
  readonly length: number;
  /** Adds a row of zeros. Returns its number. */
  add(): number;
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
}

/** The number that means "none". */
export const NOTHING = -1;

export function rowsOf(columns: number): Rows {
  const pages: Int32Array[] = [];
  let length = 0;
  const placeOf = (row: number, column: number) => (row & (PAGE - 1)) * columns + column;
  return {
    get length() {
      return length;
    },
    add() {
      if (length === pages.length * PAGE) pages.push(new Int32Array(PAGE * columns));
      return length++;
    },
    get: (row, column) => pages[row >> SHIFT]?.[placeOf(row, column)] ?? NOTHING,
    set(row, column, value) {
      const page = pages[row >> SHIFT];
      if (page !== undefined) page[placeOf(row, column)] = value;
    },
  };
}

/** The binary logarithm of the number of rows in an array. */
const SHIFT = 8;
const PAGE = 1 << SHIFT;
