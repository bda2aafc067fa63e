import { placer, printable, shortened } from "./place.ts";

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

/** What is known of a problem before its line is. */
interface Finding extends Omit<SiteProblem, "line" | "column" | "property"> {
  readonly offset: number;
  property: string | undefined;
}

export type Report = ReturnType<typeof findings>["report"];

/** Collects problems up to a limit, because a hostile document could have more problems than fit into memory. */
export function findings() {
  const listed: Finding[] = [];
  const counts = { error: 0, warning: 0 };
  return {
    /** The problems that have been reported: at most a thousand errors, and at most as many warnings. */
    listed,
    report(code: ProblemCode, message: string, offset: number, property?: string): void {
      const severity = code === "client-refuses" ? "error" : "warning";
      if (counts[severity]++ >= MAX_LISTED) return;
      listed.push({ code, severity, message: `${printable(shortened(message, MAX_LENGTH))}.`, offset, property });
    },
    /** Returns all problems, in the order of their positions. */
    problems(text: string): readonly SiteProblem[] {
      const placeAt = placer(text);
      const problems: SiteProblem[] = listed
        .toSorted((a, b) => a.offset - b.offset)
        .map(({ offset, property, ...problem }) => ({ ...problem, ...placeAt(offset), ...(property !== undefined && { property }) }));
      const left = counts.error + counts.warning - listed.length;
      const { line, column } = problems.at(-1) ?? { line: 1, column: 1 };
      if (left > 0)
        problems.push({ code: "more-problems", severity: "warning", message: `${left} more problems are not listed.`, line, column });
      return problems;
    },
  };
}

const MAX_LISTED = 1000;

/** The maximum length of a message. A message can contain the name of a property, and a name can be as long as the document. */
const MAX_LENGTH = 500;
