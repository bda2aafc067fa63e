/** How much a document may hold before it is refused; each limit has an error code of its own. */
export interface Limits {
  /** Length of the document: bytes where bytes are read, UTF-16 units where a string is read (`too-large`). */
  readonly size: number;
  /** Elements inside each other, the root included; 1000 at most (`too-deep`). */
  readonly depth: number;
  /** Elements in the document (`too-many-elements`). */
  readonly elements: number;
  /** Attributes of one element (`too-many-attributes`). */
  readonly attributes: number;
}

/** Far above what clusters use: such documents hold a few hundred properties, four elements deep. */
export const defaultLimits: Limits = { size: 16 * 1024 * 1024, depth: 32, elements: 2_000_000, attributes: 32 };
