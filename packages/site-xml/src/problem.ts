/** What can be odd about a document that can be read all the same. */
export type ProblemCode =
  | "duplicate"
  | "overrides-final"
  | "include"
  | "unknown-element"
  | "unknown-attribute"
  | "repeated-element"
  | "stray-text"
  | "no-name"
  | "no-value"
  | "empty-value"
  | "unclear-final";

/** Something that the author of a document hardly meant, or that clients take differently. */
export interface SiteProblem {
  readonly code: ProblemCode;
  /** One sentence. */
  readonly message: string;
  readonly line: number;
  /** The property that it is about, where it is about one. */
  readonly property?: string;
}
