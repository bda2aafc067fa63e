import { type Decision, decide } from "./decide.ts";
import { readElements } from "./elements.ts";
import { checkSize } from "./encoding.ts";
import type { Limits } from "./limits.ts";
import { printable } from "./printable.ts";
import type { SiteProblem } from "./problem.ts";
import type { SiteProperty } from "./property.ts";
import { readTree } from "./tree.ts";
import type { Values } from "./values.ts";
import { checkWellFormed } from "./well-formed.ts";

/** A document that was read. It never changes; an edit makes another one. */
export interface SiteDocument extends Values {
  /** The whole text, exactly as it came. */
  readonly text: string;
  /** Every property that has a name, in order, those that do not count included. */
  readonly properties: readonly SiteProperty[];
  /** The properties that count, by name: of several the last one, or the one that was final. */
  readonly settings: ReadonlyMap<string, SiteProperty>;
  /** What is odd about the document, in order of lines. */
  readonly problems: readonly SiteProblem[];
  /** Where the root element begins and ends in the text. */
  readonly root: { readonly start: number; readonly end: number };
  /** What it was read with. */
  readonly limits: Limits;
  /** The value that counts for a name. */
  get(name: string): string | undefined;
}

/** Checks and reads a text; every document is made here. */
export function documentOf(text: string, limits: Limits): SiteDocument {
  checkSize(text.length, "characters", limits);
  const root = readTree(text, checkWellFormed(text, limits));
  const { properties, problems } = readElements(text, root);
  const decisions = decide(properties);
  const settings = new Map<string, SiteProperty>();
  for (const [name, { winner }] of decisions) if (winner !== undefined) settings.set(name, winner);
  return {
    text,
    properties,
    settings,
    problems: [...problems, ...conflictsOf(decisions)].sort((a, b) => a.line - b.line),
    root: { start: root.start, end: root.end },
    limits,
    get: (name) => settings.get(name)?.value,
  };
}

function conflictsOf(decisions: ReadonlyMap<string, Decision<SiteProperty>>): readonly SiteProblem[] {
  const conflicts: SiteProblem[] = [];
  for (const [property, { winner, final, replaced, refused }] of decisions) {
    for (const { line } of replaced) {
      const message = `${printable(property)} is set again in line ${winner?.line}, and that is what counts.`;
      conflicts.push({ code: "duplicate", message, line, property });
    }
    for (const { line } of refused) {
      const message = `${printable(property)} does not count here, because line ${final?.line} made it final.`;
      conflicts.push({ code: "overrides-final", message, line, property });
    }
  }
  return conflicts;
}
