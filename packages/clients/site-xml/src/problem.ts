import { type Place, placer, printable } from "./place.ts";

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

interface Finding extends Pick<SiteProblem, "code" | "severity"> {
  readonly message: string | ((property: string) => string);
  readonly offset: number;
  property: string | undefined;
}

/** Reports a problem. If the message is a function, it is called with the name of the property when the message is shown. */
export type Report = ReturnType<typeof findings>["report"];

/** Collects problems up to a limit, because a hostile document could have more problems than fit into memory. */
export function findings() {
  const listed: Finding[] = [];
  const counts = { error: 0, warning: 0 };
  return {
    /** The problems that have been reported: at most a thousand errors, and at most as many warnings. */
    listed,
    report(code: ProblemCode, message: Finding["message"], offset: number, property?: string): void {
      const severity = code === "client-refuses" ? "error" : "warning";
      if (counts[severity]++ < MAX_LISTED) listed.push({ code, severity, message, offset, property });
    },
    /** Returns all problems, in the order of their positions. */
    problems(text: string): readonly SiteProblem[] {
      const placeAt = placer(text);
      const problems = listed.toSorted((a, b) => a.offset - b.offset).map((finding) => problemOf(finding, placeAt(finding.offset)));
      const left = counts.error + counts.warning - listed.length;
      const { line, column } = problems.at(-1) ?? { line: 1, column: 1 };
      const more = { code: "more-problems", severity: "warning", message: `${left} more problems are not listed.`, line, column } as const;
      return left === 0 ? problems : [...problems, more];
    },
  };
}

const MAX_LISTED = 1000;

/** The maximum length of a message. A message can contain the name of a property, and a name can be as long as the document. */
const MAX_LENGTH = 500;

function problemOf({ code, severity, message, property }: Finding, place: Omit<Place, "excerpt">): SiteProblem {
  const words = printable(typeof message === "string" ? message : message(property ?? ""));
  const sentence = `${words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH)}…` : words}.`;
  return { code, severity, message: sentence, ...place, ...(property !== undefined && { property }) };
}
