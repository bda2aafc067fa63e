import { checkSite } from "./arguments.ts";
import type { SiteDocument } from "./document.ts";
import type { SiteProperty } from "./property.ts";

/** The effective value of a name in one document. */
export interface ComparedValue {
  readonly value: string;
  readonly final: boolean;
}

/** A name that only one of the two documents sets. */
export interface Difference extends ComparedValue {
  readonly name: string;
}

/** A name that both documents set, but with different values, or with `final` in only one of them. */
export interface Change {
  readonly name: string;
  readonly before: ComparedValue;
  readonly after: ComparedValue;
}

/**
 * The differences between the settings of two documents. Order, comments and descriptions do not count. The names are in the order of the
 * documents.
 */
export interface SiteDiff {
  readonly added: readonly Difference[];
  readonly removed: readonly Difference[];
  readonly changed: readonly Change[];
  /** Values that differ in white space only. */
  readonly whitespace: readonly Change[];
  /** Whether there are no differences. */
  readonly same: boolean;
}

/** Compares the effective values of two documents. A deprecated name counts as its replacement. */
export function compareSites(before: SiteDocument, after: SiteDocument): SiteDiff {
  checkSite(before);
  checkSite(after);
  const removed: Difference[] = [];
  const changed: Change[] = [];
  const whitespace: Change[] = [];
  for (const [name, property] of before.settings) {
    const successor = after.settings.get(name);
    if (successor === undefined) {
      removed.push({ name, ...comparable(property) });
      continue;
    }
    const change = { name, before: comparable(property), after: comparable(successor) };
    if (isSame(change.before, change.after)) continue;
    (differsInBlanksOnly(change) ? whitespace : changed).push(change);
  }
  const added = [...after.settings]
    .filter(([name]) => !before.settings.has(name))
    .map(([name, property]) => ({ name, ...comparable(property) }));
  const same = added.length + removed.length + changed.length + whitespace.length === 0;
  return { added, removed, changed, whitespace, same };
}

function comparable({ value = "", final }: SiteProperty): ComparedValue {
  return { value, final };
}

function isSame(before: ComparedValue, after: ComparedValue): boolean {
  return before.value === after.value && before.final === after.final;
}

function differsInBlanksOnly({ before, after }: Change): boolean {
  return before.final === after.final && withoutBlanks(before.value) === withoutBlanks(after.value);
}

function withoutBlanks(text: string): string {
  return text.replace(/[ \t\r\n]+/g, "");
}
