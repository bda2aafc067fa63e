import { badArgument } from "./arguments.ts";
import type { ComparedValue, SiteDiff } from "./compare.ts";
import { hasUnprintable, printable } from "./printable.ts";

/** Formats a diff for people, with one line for each name: `+` added, `-` removed, `~` changed, `·` changed in white space only. */
export function formatDiff(diff: SiteDiff): string {
  const { added, removed, changed, whitespace, same } = diff ?? {};
  if (![added, removed, changed, whitespace].every(Array.isArray)) {
    throw badArgument("the differences", "a result of compareSites", diff);
  }
  if (same) return "No differences.\n";
  const lines = [
    ...removed.map((gone) => `- ${shown(gone.name)} = ${settingText(gone)}`),
    ...added.map((fresh) => `+ ${shown(fresh.name)} = ${settingText(fresh)}`),
    ...changed.map(({ name, before, after }) => `~ ${shown(name)}: ${settingText(before)} -> ${settingText(after)}`),
    ...whitespace.map(({ name, before, after }) => `· ${shown(name)}: ${quoted(before.value)} -> ${quoted(after.value)}`),
  ];
  return `${lines.join("\n")}\n`;
}

function settingText({ value, final }: ComparedValue): string {
  return final ? `${shown(value)} (final)` : shown(value);
}

/** Returns a value as it is shown. Empty values, and values with white space at their ends or with unprintable characters, get quotes. */
function shown(text: string): string {
  const clear = text !== "" && text === text.trim() && !hasUnprintable(text) && !/"| \(final\)$/.test(text);
  return clear ? text : quoted(text);
}

function quoted(text: string): string {
  return printable(JSON.stringify(text));
}
