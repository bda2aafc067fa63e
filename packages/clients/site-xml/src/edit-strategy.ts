import { decisions } from "./decide.ts";
import { declaresAscii } from "./declaration.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { asciiOnly } from "./escape.ts";
import type { KeyedEdit } from "./keyed-edits.ts";
import { printProperty } from "./print.ts";
import type { SiteProperty } from "./property.ts";
import { partsOf } from "./property-parts.ts";
import { appendTo, layoutOf, prependTo, type Splice, spliced, withoutElement } from "./splice.ts";
import { lastValueSplices, valueSplices } from "./value-splice.ts";

/** A strategy for edits decides which parts of the text are replaced. */
export interface EditStrategy {
  set(site: SiteDocument, target: SiteProperty, value: string): readonly Splice[];
  remove(site: SiteDocument, element: SiteProperty): Splice;
  add(site: SiteDocument, printed: string): Splice;
}

/** The usual strategy: an edit only changes the effective element. */
export const usual: EditStrategy = {
  set: valueSplices,
  remove: ({ text }, element) => withoutElement(text, element),
  add: appendTo,
};

/**
 * A strategy that adds elements, but never moves or changes any. It relies on two rules of clients: if a field of a property is repeated,
 * the last one counts; and an empty property inside another property clears the fields of the outer property.
 */
export const inPlaceStrategy: EditStrategy = {
  set: lastValueSplices,
  remove: (site, element) => {
    const { closing } = partsOf(site, element);
    if (closing === undefined) return withoutElement(site.text, element);
    return { start: closing, end: closing, text: "<property/>" };
  },
  add: prependTo,
};

/** Applies edits with a strategy. The caller has to check the result. */
export function edited(
  site: SiteDocument,
  keyed: ReadonlyMap<string, KeyedEdit>,
  elements: ReadonlyMap<string, readonly SiteProperty[]>,
  strategy: EditStrategy,
): SiteDocument {
  const splices: Splice[] = [];
  let fresh = "";
  for (const [key, { name, value }] of keyed) {
    const own = elements.get(key) ?? [];
    const target = targetOf(own, key);
    if (value === undefined) splices.push(...own.map((element) => strategy.remove(site, element)));
    else if (target === undefined) fresh += printProperty({ name, value }, layoutOf(site));
    else if (site.get(key) !== value) splices.push(...strategy.set(site, target, value));
  }
  if (fresh !== "") splices.push(strategy.add(site, fresh));
  if (splices.length === 0) return site;
  const isAscii = declaresAscii(site.text);
  const written = isAscii ? splices.map((splice) => ({ ...splice, text: asciiOnly(splice.text) })) : splices;
  return documentOf(spliced(site.text, written), site.limits);
}

/** Returns the element to edit: the effective one, or the one that would be effective if it had a value. */
function targetOf(own: readonly SiteProperty[], key: string): SiteProperty | undefined {
  const { winners, finals, add } = decisions<SiteProperty>();
  for (const property of own) add(property);
  return winners.get(key) ?? finals.get(key) ?? own.at(-1);
}
