import { badArgument, check } from "./arguments.ts";
import type { SiteDocument } from "./document.ts";
import { printable } from "./place.ts";
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

/** The differences between the settings of two documents, with the names in their order. Comments and descriptions do not count. */
export interface SiteDiff {
  readonly added: readonly Difference[];
  readonly removed: readonly Difference[];
  readonly changed: readonly Change[];
  /** Values that differ in white space only. */
  readonly whitespace: readonly Change[];
  readonly same: boolean;
}

/** Compares the effective values of two documents. A deprecated name counts as its replacement. */
export function compareSites(before: SiteDocument, after: SiteDocument): SiteDiff {
  check("site", before, "the document");
  check("site", after, "the document");
  const added: Difference[] = [];
  const removed: Difference[] = [];
  const changed: Change[] = [];
  const whitespace: Change[] = [];
  for (const name of new Set([...before.settings.keys(), ...after.settings.keys()])) {
    const [old, fresh] = [before, after].map(({ settings }) => comparable(settings.get(name)));
    if (old && fresh) {
      if (old.value === fresh.value && old.final === fresh.final) continue;
      const isWhitespace = old.final === fresh.final && withoutBlanks(old.value) === withoutBlanks(fresh.value);
      (isWhitespace ? whitespace : changed).push({ name, before: old, after: fresh });
    } else if (old) removed.push({ name, ...old });
    else if (fresh) added.push({ name, ...fresh });
  }
  const same = added.length + removed.length + changed.length + whitespace.length === 0;
  return { added, removed, changed, whitespace, same };
}

function comparable(property: SiteProperty | undefined): ComparedValue | undefined {
  return property && { value: property.value ?? "", final: property.final };
}

function withoutBlanks(text: string): string {
  return text.replace(/[ \t\r\n]+/g, "");
}

/** Formats a diff for people, with one line for each name: `+` added, `-` removed, `~` changed, `·` changed in white space only. */
export function formatDiff(diff: SiteDiff): string {
  const { added, removed, changed, whitespace } = diff ?? {};
  const isDiff = [added, removed, changed, whitespace].every(Array.isArray);
  if (!isDiff) throw badArgument("the differences", "a result of compareSites", diff);
  const lines = [
    ...removed.map((gone) => `- ${shown(gone.name)} = ${settingText(gone)}`),
    ...added.map((fresh) => `+ ${shown(fresh.name)} = ${settingText(fresh)}`),
    ...changed.map(({ name, before, after }) => `~ ${shown(name)}: ${settingText(before)} -> ${settingText(after)}`),
    ...whitespace.map(({ name, before, after }) => `· ${shown(name)}: ${quoted(before.value)} -> ${quoted(after.value)}`),
  ];
  return `${lines.join("\n") || "No differences."}\n`;
}

function settingText({ value, final }: ComparedValue): string {
  return final ? `${shown(value)} (final)` : shown(value);
}

/** Returns a value as it is shown. Empty values, and values with white space at their ends or with unprintable characters, get quotes. */
function shown(text: string): string {
  const clear = text !== "" && text === text.trim() && printable(text) === text && !/"| \(final\)$/.test(text);
  return clear ? text : quoted(text);
}

function quoted(text: string): string {
  return printable(JSON.stringify(text));
}
