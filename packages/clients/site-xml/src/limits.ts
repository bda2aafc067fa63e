/** The limits of a document. Each limit has its own error code. */
export interface Limits {
  /** The maximum length of the document: in bytes if bytes are read, in UTF-16 units if a string is read (error code `too-large`). */
  readonly size: number;
  /** The maximum depth of nested elements, including the root element; at most 1000 (error code `too-deep`). */
  readonly depth: number;
  /** The maximum number of elements of the document (error code `too-many-elements`). */
  readonly elements: number;
  /** The maximum number of attributes of an element (error code `too-many-attributes`). */
  readonly attributes: number;
}

/**
 * The default limits are far above what documents of real clusters need: a few hundred properties, in at most four levels. The size is limited
 * because the tree of a document needs up to 100 times its size in memory.
 */
export const defaultLimits: Limits = { size: 4 * 1024 * 1024, depth: 32, elements: 2_000_000, attributes: 32 };
