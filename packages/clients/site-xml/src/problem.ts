/** The kinds of problems in a document that can still be read. */
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

/** A mistake that is likely in a document, or a part that clients read differently than expected. */
export interface SiteProblem {
  readonly code: ProblemCode;
  /** With `error`, clients refuse the whole document. */
  readonly severity: "error" | "warning";
  /** The message, which is one sentence. */
  readonly message: string;
  /** The line, counted from 1. */
  readonly line: number;
  /** The column, counted from 1 in UTF-16 units. */
  readonly column: number;
  /** The name of the property, if the problem concerns one. */
  readonly property?: string;
}
