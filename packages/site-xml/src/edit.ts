import { badArgument, checkIterable, checkSite, checkText } from "./arguments.ts";
import { decisions } from "./decide.ts";
import { declaresAscii } from "./declaration.ts";
import { keyOf } from "./deprecation.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { keepsTheRest } from "./edit-check.ts";
import { SiteXmlError } from "./error.ts";
import { asciiOnly, checkWritable } from "./escape.ts";
import { printProperty } from "./print.ts";
import type { SiteProperty } from "./property.ts";
import { partsOf } from "./property-parts.ts";
import { appendTo, layoutOf, prependTo, type Splice, spliced, withoutElement } from "./splice.ts";
import { lastValueSplices, valueSplices } from "./value-splice.ts";

/** A name and its new value; `undefined` removes it. */
export type SiteEdit = readonly [name: string, value: string | undefined];

/** Sets the value of a name: in the element that counts, or in a new one at the end. Not a byte changes elsewhere. */
export function setProperty(site: SiteDocument, name: string, value: string): SiteDocument {
  checkText(value, `the value of ${name}`);
  return editSite(site, [[name, value]]);
}

/** Removes every element of a name, with its line. Not a byte changes elsewhere. */
export function removeProperty(site: SiteDocument, name: string): SiteDocument {
  return editSite(site, [[name, undefined]]);
}

/**
 * Makes several edits at once, which reads a large document only once more; of several to a name the last one counts, and a
 * deprecated name is the same as the one that replaced it. What clients see of everything else stays as it was.
 */
export function editSite(site: SiteDocument, edits: Iterable<SiteEdit>): SiteDocument {
  checkSite(site);
  const wanted = wantedOf(edits);
  const elements = elementsOf(site, wanted);
  const atOnce = edited(site, wanted, elements, usual);
  if (keepsTheRest(site, atOnce, wanted)) return atOnce;
  // Some element holds more than its own property, as clients read it: each edit finds a way of its own.
  let result = site;
  for (const [key, edit] of wanted) result = editCarefully(result, new Map([[key, edit]]));
  return result;
}

/** A new value by its key, with the name that it was asked for by. */
export interface Wanted {
  readonly name: string;
  readonly value: string | undefined;
}

function wantedOf(edits: Iterable<SiteEdit>): ReadonlyMap<string, Wanted> {
  checkIterable(edits, "the edits", "a list of names and values");
  const wanted = new Map<string, Wanted>();
  for (const edit of edits) {
    if (!Array.isArray(edit)) throw badArgument("an edit", "a name and a value", edit);
    const [name, value] = edit;
    checkText(name, "the name of a property");
    if (value !== undefined) {
      checkText(value, `the value of ${name}`);
      checkWritable(value, "value", name);
    }
    wanted.set(keyOf(name), { name, value });
  }
  return wanted;
}

function elementsOf(
  { properties }: SiteDocument,
  wanted: ReadonlyMap<string, Wanted>,
): ReadonlyMap<string, readonly SiteProperty[]> {
  const elements = new Map<string, SiteProperty[]>();
  for (const property of properties) {
    const key = keyOf(property.name);
    if (!wanted.has(key)) continue;
    const known = elements.get(key);
    if (known === undefined) elements.set(key, [property]);
    else known.push(property);
  }
  return elements;
}

/** How an edit is made: what it replaces in the text. */
interface Way {
  set(site: SiteDocument, target: SiteProperty, value: string): readonly Splice[];
  remove(site: SiteDocument, element: SiteProperty): Splice;
  add(site: SiteDocument, printed: string): Splice;
}

const usual: Way = {
  set: valueSplices,
  remove: ({ text }, element) => withoutElement(text, element),
  add: appendTo,
};

/** Leaves every element where it is: what comes last in a property counts, and an empty property inside it unmakes it. */
const careful: Way = {
  set: lastValueSplices,
  remove: (site, element) => {
    const { closing } = partsOf(site, element);
    if (closing === undefined) return withoutElement(site.text, element);
    return { start: closing, end: closing, text: "<property/>" };
  },
  add: prependTo,
};

function edited(
  site: SiteDocument,
  wanted: ReadonlyMap<string, Wanted>,
  elements: ReadonlyMap<string, readonly SiteProperty[]>,
  way: Way,
): SiteDocument {
  const splices: Splice[] = [];
  let fresh = "";
  for (const [key, { name, value }] of wanted) {
    const own = elements.get(key) ?? [];
    const target = targetOf(own, key);
    if (value === undefined) splices.push(...own.map((element) => way.remove(site, element)));
    else if (target === undefined) fresh += printProperty({ name, value }, layoutOf(site));
    else if (site.get(key) !== value) splices.push(...way.set(site, target, value));
  }
  if (fresh !== "") splices.push(way.add(site, fresh));
  if (splices.length === 0) return site;
  const isAscii = declaresAscii(site.text);
  const written = isAscii ? splices.map((splice) => ({ ...splice, text: asciiOnly(splice.text) })) : splices;
  return documentOf(spliced(site.text, written), site.limits);
}

/** The element that counts, or the one that would if it had a value. */
function targetOf(own: readonly SiteProperty[], key: string): SiteProperty | undefined {
  const settled = decisions<SiteProperty>();
  for (const element of own) settled.add(element);
  return settled.winners.get(key) ?? settled.finals.get(key) ?? own.at(-1);
}

function editCarefully(site: SiteDocument, wanted: ReadonlyMap<string, Wanted>): SiteDocument {
  const elements = elementsOf(site, wanted);
  for (const way of [usual, careful]) {
    const result = edited(site, wanted, elements, way);
    if (keepsTheRest(site, result, wanted)) return result;
  }
  const [{ name } = { name: "" }] = wanted.values();
  const line = elements.get(keyOf(name))?.at(-1)?.line;
  const where = line === undefined ? "" : `Line ${line}: `;
  throw new SiteXmlError(
    "unwritable",
    `${where}${name} cannot be changed without changing what clients read elsewhere; edit the document by hand.`,
    { property: name, ...(line === undefined ? {} : { place: { line } }) },
  );
}
