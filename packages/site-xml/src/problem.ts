/** What can be unusual about a document that can be read. */
export type ProblemCode =
  | "client-refuses"
  | "duplicate"
  | "overrides-final"
  | "deprecated"
  | "include"
  | "stray-fallback"
  | "other-namespace"
  | "unknown-element"
  | "misplaced-element"
  | "nested-property"
  | "nested-field"
  | "unknown-attribute"
  | "repeated-element"
  | "stray-text"
  | "no-name"
  | "padded-name"
  | "no-value"
  | "empty-value"
  | "empty-text"
  | "unclear-final"
  | "ignored-value"
  | "more-problems";

/** Something that the author probably did not mean, or that clients read differently. */
export interface SiteProblem {
  readonly code: ProblemCode;
  /** An `error` makes clients refuse the whole document. */
  readonly severity: "error" | "warning";
  /** One sentence. */
  readonly message: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** The property concerned, if there is one. */
  readonly property?: string;
}
