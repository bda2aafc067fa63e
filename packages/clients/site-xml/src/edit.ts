import { badArgument, check } from "./arguments.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { declaresAscii } from "./encoding.ts";
import { propertyError } from "./error.ts";
import { asciiOnly, checkWritable, printProperty } from "./print.ts";
import { decisionsOf, keyOf, type SiteProperty } from "./property.ts";
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

/** Makes several edits at once, so that the document is parsed only once more. Of a name, the last edit counts. Other values stay. */
export function editSite(site: SiteDocument, edits: Iterable<SiteEdit>): SiteDocument {
  check("site", site, "the document");
  check("list", edits, "the edits");
  const keyed: KeyedEdits = new Map(Array.from(edits, keyedEdit));
  const atOnce = edited(site, keyed, usual);
  if (atOnce !== undefined) return atOnce;
  // In some documents, an element affects other properties. There, each edit is made by the first strategy that leaves them unchanged.
  let result = site;
  for (const [key, edit] of keyed) {
    const one = new Map([[key, edit]]);
    const next = edited(result, one, usual) ?? edited(result, one, inPlace);
    const line = result.properties.findLast(({ name }) => keyOf(name) === key)?.line;
    if (next === undefined) throw propertyError("unwritable", edit[0], line, IMPOSSIBLE);
    result = next;
  }
  return result;
}

const IMPOSSIBLE = "cannot be changed without changing what clients read elsewhere; edit the document by hand";

/** The edits by key, with the names in the caller's spelling. */
type KeyedEdits = ReadonlyMap<string, SiteEdit>;

function keyedEdit(edit: unknown): readonly [key: string, edit: SiteEdit] {
  if (!Array.isArray(edit)) throw badArgument("an edit", "a name and a value", edit);
  const [name, value] = edit;
  check("text", name, "the name of a property");
  if (value !== undefined) checkWritable(value, "value", name);
  return [keyOf(name), [name, value]];
}

/** Applies edits with a strategy. Returns `undefined` if this changes what clients read elsewhere. */
function edited(site: SiteDocument, keyed: KeyedEdits, strategy: EditStrategy): SiteDocument | undefined {
  const elements = Map.groupBy(site.properties, ({ name }) => keyOf(name));
  const splices: Splice[] = [];
  let fresh = "";
  for (const [key, [name, value]] of keyed) {
    const own = elements.get(key) ?? [];
    const { winners, finals } = decisionsOf(own);
    // The element that takes effect, or would take effect if it had a value.
    const target = winners.get(key) ?? finals.get(key) ?? own.at(-1);
    if (value === undefined) splices.push(...own.map((element) => strategy.remove(site, element)));
    else if (target === undefined) fresh += printProperty({ name, value }, propertyLayoutOf(site));
    else if (site.get(key) !== value) splices.push(...strategy.set(site, target, value));
  }
  if (fresh !== "") splices.push(strategy.add(site, fresh));
  if (splices.length === 0) return site;
  const result = documentOf(spliced(site.text, splices), site.limits);
  return keepsTheRest(site, result, keyed) ? result : undefined;
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
  const [errors = 0, newErrors = 0] = [before, after].map(({ problems }) => problems.filter(({ severity }) => severity === "error").length);
  return areMade && areKept && newErrors <= errors;
}

/** Whether two properties are the same but for their places. */
function isSame(one: SiteProperty, other: SiteProperty | undefined): boolean {
  return SINGLE.every((part) => one[part] === other?.[part]) && JSON.stringify(one.sources) === JSON.stringify(other?.sources);
}

const SINGLE = ["name", "value", "final", "description", "tag"] as const;
