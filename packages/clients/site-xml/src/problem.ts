import { placer, printable } from "./place.ts";

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

/** Collects problems up to a limit, because a hostile document could have more problems than fit into memory. */
export interface Findings {
  /** The problems that have been reported: at most a thousand errors, and at most as many warnings. */
  readonly listed: Finding[];
  /** Reports a problem. If the message is a function, it is called with the name of the property when the message is shown. */
  report(code: ProblemCode, message: Finding["message"], offset: number, property?: string): void;
  /** Returns all problems, in the order of their positions. */
  problems(text: string): readonly SiteProblem[];
}

interface Finding {
  readonly code: ProblemCode;
  readonly message: string | ((property: string) => string);
  readonly offset: number;
  property: string | undefined;
}

export function findings(): Findings {
  const listed: Finding[] = [];
  const left = { error: MAX_LISTED, warning: MAX_LISTED };
  return {
    listed,
    report(code, message, offset, property) {
      if (left[severityOf(code)]-- > 0) listed.push({ code, message, offset, property });
    },
    problems(text) {
      const placeAt = placer(text);
      const problems = listed.toSorted((a, b) => a.offset - b.offset).map((finding) => problemOf(finding, placeAt(finding.offset)));
      const more = Math.max(-left.error, 0) + Math.max(-left.warning, 0);
      const last = problems.at(-1);
      if (more === 0 || last === undefined) return problems;
      const { line, column } = last;
      const message = `${more} more problems are not listed.`;
      return [...problems, { code: "more-problems", severity: "warning", message, line, column }];
    },
  };
}

const MAX_LISTED = 1000;

/** The maximum length of a message. A message can contain the name of a property, and a name can be as long as the document. */
const MAX_LENGTH = 500;

function severityOf(code: ProblemCode): SiteProblem["severity"] {
  return code === "client-refuses" ? "error" : "warning";
}

function problemOf({ code, message, property }: Finding, place: { readonly line: number; readonly column: number }): SiteProblem {
  const words = printable(typeof message === "string" ? message : message(property ?? ""));
  const sentence = `${words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH)}…` : words}.`;
  return { code, severity: severityOf(code), message: sentence, ...place, ...(property !== undefined && { property }) };
}
