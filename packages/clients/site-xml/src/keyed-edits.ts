import { badArgument, checkIterable, checkText } from "./arguments.ts";
import { keyOf } from "./deprecation.ts";
import type { SiteDocument } from "./document.ts";
import { checkWritable } from "./escape.ts";
import type { SiteProperty } from "./property.ts";

/** A name and its new value; `undefined` removes the properties with that name. */
export type SiteEdit = readonly [name: string, value: string | undefined];

/** A name in the caller's spelling, with its new value. */
export interface KeyedEdit {
  readonly name: string;
  readonly value: string | undefined;
}

/** Combines edits. If a key is edited several times, the last edit counts. */
export function keyedEditsOf(edits: Iterable<SiteEdit>): ReadonlyMap<string, KeyedEdit> {
  checkIterable(edits, "the edits", "a list of names and values");
  const keyed = new Map<string, KeyedEdit>();
  for (const edit of edits) {
    if (!Array.isArray(edit)) throw badArgument("an edit", "a name and a value", edit);
    const [name, value] = edit;
    checkText(name, "the name of a property");
    if (value !== undefined) {
      checkText(value, `the value of ${name}`);
      checkWritable(value, "value", name);
    }
    keyed.set(keyOf(name), { name, value });
  }
  return keyed;
}

/** Returns, for each key, the existing properties that the edits change. */
export function elementsOf(
  { properties }: SiteDocument,
  keyed: ReadonlyMap<string, KeyedEdit>,
): ReadonlyMap<string, readonly SiteProperty[]> {
  const elements = new Map<string, SiteProperty[]>();
  for (const property of properties) {
    const key = keyOf(property.name);
    if (!keyed.has(key)) continue;
    const known = elements.get(key);
    if (known === undefined) elements.set(key, [property]);
    else known.push(property);
  }
  return elements;
}
