import { type Place, placer, printable, shortened } from "./place.ts";

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
export interface SiteProblem extends Pick<Place, "line" | "column"> {
  readonly code: ProblemCode;
  /** With `error`, clients refuse the whole document. */
  readonly severity: "error" | "warning";
  /** The message, which is one sentence. */
  readonly message: string;
  /** The name of the property, if the problem concerns one. */
  readonly property?: string;
}

interface Finding extends Omit<SiteProblem, "line" | "column" | "property"> {
  readonly offset: number;
  property?: string;
}

export type Report = ReturnType<typeof findings>["report"];

/** Collects problems up to a limit, because a hostile document could have more problems than fit into memory. */
export function findings() {
  const listed: Finding[] = [];
  const counts = { error: 0, warning: 0 };
  return {
    /** The problems that have been reported: at most a thousand errors, and at most as many warnings. */
    listed,
    report(code: ProblemCode, text: string, offset: number, property?: string): void {
      const severity = code === "client-refuses" ? "error" : "warning";
      if (counts[severity]++ >= MAX_LISTED) return;
      const message = `${printable(shortened(text, MAX_LENGTH))}.`;
      listed.push({ code, severity, message, offset, ...(property !== undefined && { property }) });
    },
    /** Returns all problems, in the order of their positions. */
    problems(text: string): readonly SiteProblem[] {
      const placeAt = placer(text);
      const inOrder = listed.toSorted((a, b) => a.offset - b.offset);
      const problems: SiteProblem[] = inOrder.map(({ offset, ...finding }) => ({ ...finding, ...placeAt(offset) }));
      const left = counts.error + counts.warning - listed.length;
      const { line, column } = problems.at(-1) ?? { line: 1, column: 1 };
      const message = `${left} more problems are not listed.`;
      if (left > 0) problems.push({ code: "more-problems", severity: "warning", message, line, column });
      return problems;
    },
  };
}

const MAX_LISTED = 1000;

/** The maximum length of a message. A message can contain the name of a property, and a name can be as long as the document. */
const MAX_LENGTH = 500;
