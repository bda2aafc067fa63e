import { placer } from "./place.ts";
import { printable } from "./printable.ts";
import type { ProblemCode, SiteProblem } from "./problem.ts";

/** Collects problems up to a limit, because a hostile document could have more problems than fit into memory. */
export interface Findings {
  /** Reports a problem. If the message is a function, it is called with the name of the property when the message is shown. */
  report(code: ProblemCode, message: Message, offset: number, property?: string): void;
  /** Marks the start of a property whose name has not been parsed yet. Returns a marker to pass to `name`. */
  mark(): number;
  /** Sets the property of all problems that were reported after a marker. */
  name(property: string, mark: number): void;
  /** Returns all problems, in the order of their positions. */
  problems(text: string): readonly SiteProblem[];
}

/** Collects at most `most` errors, and at most as many warnings. */
export function findings(most = 1000): Findings {
  const matches: Finding[] = [];
  const counts = { error: 0, warning: 0 };
  return {
    report(code, message, offset, property) {
      const severity = code === "client-refuses" ? "error" : "warning";
      if (counts[severity]++ < most) matches.push({ code, severity, message, offset, property });
    },
    mark: () => matches.length,
    name(property, mark) {
      for (let index = mark; index < matches.length; index++) {
        const finding = matches[index];
        if (finding !== undefined) finding.property ??= property;
      }
    },
    problems(text) {
      const left = Math.max(counts.error - most, 0) + Math.max(counts.warning - most, 0);
      const placeAt = placer(text);
      const problems = matches
        .toSorted((a, b) => a.offset - b.offset)
        .map((finding): SiteProblem => problemOf(finding, placeAt(finding.offset)));
      const last = problems.at(-1);
      if (left === 0 || last === undefined) return problems;
      const { line, column } = last;
      const message = `${left} more problems are not listed.`;
      return [...problems, { code: "more-problems", severity: "warning", message, line, column }];
    },
  };
}

type Message = string | ((property: string) => string);

interface Finding {
  readonly code: ProblemCode;
  readonly severity: SiteProblem["severity"];
  readonly message: Message;
  readonly offset: number;
  property: string | undefined;
}

/** The maximum length of a message. A message can contain the name of a property, and a name can be as long as the document. */
const MAX_LENGTH = 500;

function problemOf({ code, severity, message, property }: Finding, place: { readonly line: number; readonly column: number }): SiteProblem {
  const words = printable(typeof message === "string" ? message : message(property ?? ""));
  const sentence = `${words.length > MAX_LENGTH ? `${words.slice(0, MAX_LENGTH)}…` : words}.`;
  return { code, severity, message: sentence, ...place, ...(property === undefined ? {} : { property }) };
}
