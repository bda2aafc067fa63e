import { decide } from "./decide.ts";
import { declaresAscii } from "./declaration.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { asciiOnly, checkWritable } from "./escape.ts";
import { printProperty } from "./print.ts";
import type { SiteProperty } from "./property.ts";
import { appendTo, layoutOf, type Splice, spliced, withoutElement } from "./splice.ts";
import { valueSplice } from "./value-splice.ts";

/** A name and its new value; `undefined` removes it. */
export type SiteEdit = readonly [name: string, value: string | undefined];

/** Sets the value of a name: in the element that counts, or in a new one at the end. Not a byte changes elsewhere. */
export function setProperty(site: SiteDocument, name: string, value: string): SiteDocument {
  return editSite(site, [[name, value]]);
}

/** Removes every element of a name, with its line. Not a byte changes elsewhere. */
export function removeProperty(site: SiteDocument, name: string): SiteDocument {
  return editSite(site, [[name, undefined]]);
}

/** Makes several edits at once, which reads a large document only once more; of several to a name the last one counts. */
export function editSite(site: SiteDocument, edits: Iterable<SiteEdit>): SiteDocument {
  const wanted = new Map(edits);
  const elements = elementsOf(site, wanted);
  const splices: Splice[] = [];
  let fresh = "";
  for (const [name, value] of wanted) {
    const own = elements.get(name) ?? [];
    const counting = decide(own).get(name);
    const target = counting?.winner ?? counting?.final ?? own.at(-1);
    if (value === undefined) splices.push(...own.map((element) => withoutElement(site.text, element)));
    else if (target === undefined) fresh += printProperty({ name, value }, layoutOf(site));
    else if (target.value !== value) {
      checkWritable(value, "value", name);
      splices.push(valueSplice(site, target, value));
    }
  }
  if (fresh !== "") splices.push(appendTo(site, fresh));
  if (splices.length === 0) return site;
  const written = declaresAscii(site.text)
    ? splices.map((splice) => ({ ...splice, text: asciiOnly(splice.text) }))
    : splices;
  return documentOf(spliced(site.text, written), site.limits);
}

function elementsOf(
  site: SiteDocument,
  wanted: ReadonlyMap<string, unknown>,
): ReadonlyMap<string, readonly SiteProperty[]> {
  const elements = new Map<string, SiteProperty[]>();
  for (const property of site.properties) {
    if (!wanted.has(property.name)) continue;
    const known = elements.get(property.name);
    if (known === undefined) elements.set(property.name, [property]);
    else known.push(property);
  }
  return elements;
}
