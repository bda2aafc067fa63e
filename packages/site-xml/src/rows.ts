/** Rows of whole numbers of 32 bits: a row costs no object, and growth copies nothing. */
export interface Rows {
  readonly length: number;
  /** Adds a row of zeros, and gives its number. */
  add(): number;
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
}

/** The mark of a missing number. */
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

/** How many rows lie together. */
const SHIFT = 8;
const PAGE = 1 << SHIFT;
