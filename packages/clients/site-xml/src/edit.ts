import { badArgument, check } from "./arguments.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { declaresAscii } from "./encoding.ts";
import { propertyError } from "./error.ts";
import { asciiOnly, checkWritable, printProperty } from "./print.ts";
import { decide, keyOf, type SiteProperty } from "./property.ts";
import { type EditStrategy, inPlace, propertyLayoutOf, type Splice, usual } from "./splices.ts";

/** A name and its new value; `undefined` removes the properties with that name. */
export type SiteEdit = readonly [name: string, value: string | undefined];

/** Sets the value of a name in its effective element, or in a new element at the end of the document. All other bytes stay the same. */
export function setProperty(site: SiteDocument, name: string, value: string): SiteDocument {
  check("text", value, `the value of ${name}`);
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
  check("site", site, "the document");
  const keyed = keyedEditsOf(edits);
  const atOnce = edited(site, keyed, usual);
  if (atOnce !== undefined) return atOnce;
  // In some documents, an element also affects other properties. There, the edits are made one by one; for each edit, the first strategy
  // that leaves the other properties unchanged is used.
  let result = site;
  for (const [key, edit] of keyed) {
    const one = new Map([[key, edit]]);
    result = edited(result, one, usual) ?? edited(result, one, inPlace) ?? refuseEdit(result, key, edit);
  }
  return result;
}

/** The edits by key, with the names in the caller's spelling. */
type KeyedEdits = ReadonlyMap<string, SiteEdit>;

function keyedEditsOf(edits: Iterable<SiteEdit>): KeyedEdits {
  check("list", edits, "the edits");
  const keyed = new Map<string, SiteEdit>();
  for (const edit of edits) {
    if (!Array.isArray(edit)) throw badArgument("an edit", "a name and a value", edit);
    const [name, value] = edit;
    check("text", name, "the name of a property");
    if (value !== undefined) checkWritable(value, "value", name);
    keyed.set(keyOf(name), [name, value]);
  }
  return keyed;
}

function refuseEdit({ properties }: SiteDocument, key: string, [name]: SiteEdit): never {
  const line = properties.findLast((property) => keyOf(property.name) === key)?.line;
  const what = "cannot be changed without changing what clients read elsewhere; edit the document by hand";
  throw propertyError("unwritable", name, line, what);
}

/** Applies edits with a strategy. Returns `undefined` if this changes what clients read elsewhere. */
function edited(site: SiteDocument, keyed: KeyedEdits, strategy: EditStrategy): SiteDocument | undefined {
  const elements = Map.groupBy(site.properties, ({ name }) => keyOf(name));
  const splices: Splice[] = [];
  let fresh = "";
  for (const [key, [name, value]] of keyed) {
    const own = elements.get(key) ?? [];
    const target = targetOf(own, key);
    if (value === undefined) splices.push(...own.map((element) => strategy.remove(site, element)));
    else if (target === undefined) fresh += printProperty({ name, value }, propertyLayoutOf(site));
    else if (site.get(key) !== value) splices.push(...strategy.set(site, target, value));
  }
  if (fresh !== "") splices.push(strategy.add(site, fresh));
  if (splices.length === 0) return site;
  const result = documentOf(spliced(site.text, splices), site.limits);
  return keepsTheRest(site, result, keyed) ? result : undefined;
}

/** Returns the element to edit: the effective one, or the one that would be effective if it had a value. */
function targetOf(own: readonly SiteProperty[], key: string): SiteProperty | undefined {
  const { winners, finals } = decide(own);
  return winners.get(key) ?? finals.get(key) ?? own.at(-1);
}

/** Replaces ranges of a text. A range that is inside of another one is ignored. */
function spliced(text: string, splices: readonly Splice[]): string {
  const isAscii = declaresAscii(text);
  let result = "";
  let at = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (splice.start < at) continue;
    result += text.slice(at, splice.start) + (isAscii ? asciiOnly(splice.text) : splice.text);
    at = splice.end;
  }
  return result + text.slice(at);
}

/** Whether clients see the new values in an edited document, and everything else as before. */
function keepsTheRest(before: SiteDocument, after: SiteDocument, keyed: KeyedEdits): boolean {
  const areMade = [...keyed].every(([key, [, value]]) => {
    if (value === undefined) return !after.properties.some(({ name }) => keyOf(name) === key);
    const [old, fresh] = [before.settings.get(key), after.settings.get(key)];
    return fresh?.value === value && (old === undefined || isSame({ ...old, value }, fresh));
  });
  const [old = [], fresh = []] = [before, after].map(({ properties }) => properties.filter(({ name }) => !keyed.has(keyOf(name))));
  const areKept = old.length === fresh.length && old.every((property, index) => isSame(property, fresh[index]));
  return areMade && areKept && errorsOf(after) <= errorsOf(before);
}

/** Whether two properties are the same but for their places. */
function isSame(one: SiteProperty, other: SiteProperty | undefined): boolean {
  return SINGLE.every((part) => one[part] === other?.[part]) && JSON.stringify(one.sources) === JSON.stringify(other?.sources);
}

const SINGLE = ["name", "value", "final", "description", "tag"] as const;

function errorsOf({ problems }: SiteDocument): number {
  return problems.filter(({ severity }) => severity === "error").length;
}
