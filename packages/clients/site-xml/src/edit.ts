import { applyEdits, inPlaceStrategy, usual } from "./apply-edits.ts";
import { checkSite, checkText } from "./arguments.ts";
import { keyOf } from "./deprecation.ts";
import type { SiteDocument } from "./document.ts";
import { propertyError } from "./error.ts";
import { elementsOf, type KeyedEdit, keyedEditsOf, type SiteEdit } from "./keyed-edits.ts";
import type { SiteProperty } from "./property.ts";

/** Sets the value of a name in its effective element, or in a new element at the end of the document. All other bytes stay the same. */
export function setProperty(site: SiteDocument, name: string, value: string): SiteDocument {
  checkText(value, `the value of ${name}`);
  return editSite(site, [[name, value]]);
}

/** Removes all properties with a name, together with their lines. All other bytes stay the same. */
export function removeProperty(site: SiteDocument, name: string): SiteDocument {
  return editSite(site, [[name, undefined]]);
}

/**
 * Makes several edits at once, so that a large document is only parsed once more. If a name is edited several times, the last edit counts.
 * A deprecated name counts as its replacement. Clients see all other values unchanged.
 */
export function editSite(site: SiteDocument, edits: Iterable<SiteEdit>): SiteDocument {
  checkSite(site);
  const keyed = keyedEditsOf(edits);
  const elements = elementsOf(site, keyed);
  const atOnce = applyEdits(site, keyed, elements, usual);
  if (keepsTheRest(site, atOnce, keyed)) return atOnce;
  // In some documents, an element also affects other properties. There, the edits are made one by one; for each edit, the first strategy
  // that leaves the other properties unchanged is used.
  let result = site;
  for (const [key, edit] of keyed) result = editCarefully(result, new Map([[key, edit]]));
  return result;
}

function editCarefully(site: SiteDocument, keyed: ReadonlyMap<string, KeyedEdit>): SiteDocument {
  const elements = elementsOf(site, keyed);
  for (const strategy of [usual, inPlaceStrategy]) {
    const result = applyEdits(site, keyed, elements, strategy);
    if (keepsTheRest(site, result, keyed)) return result;
  }
  const [{ name } = { name: "" }] = keyed.values();
  const line = elements.get(keyOf(name))?.at(-1)?.line;
  const what = "cannot be changed without changing what clients read elsewhere; edit the document by hand";
  throw propertyError("unwritable", name, line, what);
}

/** Whether clients see the new values in an edited document, and all other values as before. */
function keepsTheRest(before: SiteDocument, after: SiteDocument, keyed: ReadonlyMap<string, KeyedEdit>): boolean {
  if (after === before) return true;
  for (const [key, { value }] of keyed) {
    const [old, fresh] = [before.settings.get(key), after.settings.get(key)];
    if (fresh?.value !== value) return false;
    if (value === undefined && holds(after, key)) return false;
    if (value !== undefined && old !== undefined && (old.final !== fresh?.final || !isSame(old, fresh))) return false;
  }
  if (errorsOf(after) > errorsOf(before)) return false;
  const others = restOf(after, keyed);
  for (const property of restOf(before, keyed)) {
    const { value: other } = others.next();
    if (other === undefined || other.value !== property.value || !isSame(property, other)) return false;
  }
  return others.next().value === undefined;
}

function holds({ properties }: SiteDocument, key: string): boolean {
  for (const { name } of properties) if (keyOf(name) === key) return true;
  return false;
}

/** Yields the properties that an edit must not change. */
function* restOf({ properties }: SiteDocument, keyed: ReadonlyMap<string, KeyedEdit>): Generator<SiteProperty, undefined> {
  for (const property of properties) if (!keyed.has(keyOf(property.name))) yield property;
}

function isSame(one: SiteProperty, other: SiteProperty): boolean {
  return (
    one.name === other.name &&
    one.final === other.final &&
    one.description === other.description &&
    one.tag === other.tag &&
    one.sources.length === other.sources.length &&
    one.sources.every((source, index) => source === other.sources[index])
  );
}

function errorsOf({ problems }: SiteDocument): number {
  return problems.filter(({ severity }) => severity === "error").length;
}
