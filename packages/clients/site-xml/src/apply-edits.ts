import { decisions } from "./decide.ts";
import { declaresAscii } from "./declaration.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { asciiOnly, escapeAttribute, escapeText } from "./escape.ts";
import type { KeyedEdit } from "./keyed-edits.ts";
import { printProperty } from "./print.ts";
import type { SiteProperty } from "./property.ts";
import { type FieldPart, type PropertyParts, propertyPartsOf } from "./property-parts.ts";
import { appendTo, blanksBefore, prependTo, propertyLayoutOf, type Splice, spliced, withoutElement } from "./splice.ts";
import { type Attribute, isDeclaration } from "./tag.ts";

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
    const { closing } = propertyPartsOf(site, element);
    if (closing === undefined) return withoutElement(site.text, element);
    return { start: closing, end: closing, text: "<property/>" };
  },
  add: prependTo,
};

/** Applies edits with a strategy. The caller has to check the result. */
export function applyEdits(
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
    else if (target === undefined) fresh += printProperty({ name, value }, propertyLayoutOf(site));
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

/**
 * Returns the splices that give a property another value. They change the property's value element or value attribute, or add an element.
 */
function valueSplices(site: SiteDocument, property: SiteProperty, value: string): readonly Splice[] {
  const parts = propertyPartsOf(site, property);
  const filled = parts.fields.filter((field) => field.kind === "value" && isFilled(field));
  // An empty value is written as an attribute, because clients ignore an empty element. All value elements are emptied, so that none of
  // them overrides the attribute.
  if (value === "") return [attributeSplice(parts, value), ...filled.map((field) => contentSplice(site, field, ""))];
  const counting = filled.at(-1);
  if (counting !== undefined) return [contentSplice(site, counting, value)];
  const empty = parts.fields.findLast(({ kind }) => kind === "value");
  const attribute = attributeOf(parts);
  if (empty !== undefined && (attribute === undefined || attribute.value === "")) {
    // The attribute is removed, because only the earlier empty value needed it.
    return [contentSplice(site, empty, value), ...(attribute === undefined ? [] : [withoutAttribute(site, attribute)])];
  }
  if (attribute !== undefined) return [attributeSplice(parts, value)];
  const named = parts.fields.findLast(({ kind }) => kind === "name");
  if (named === undefined) return [attributeSplice(parts, value)];
  const text = `${blanksBefore(site.text, named.start)}<value>${escapeText(value)}</value>`;
  return [{ start: named.end, end: named.end, text }];
}

/**
 * Returns the splices for a property whose element cannot be changed without effects on other properties. They add another element, which
 * takes effect because it is the last one.
 */
function lastValueSplices(site: SiteDocument, property: SiteProperty, value: string): readonly Splice[] {
  const { closing } = propertyPartsOf(site, property);
  if (closing === undefined || value === "") {
    const text = printProperty({ name: property.name, value });
    return [{ start: property.end, end: property.end, text }];
  }
  return [{ start: closing, end: closing, text: `<value>${escapeText(value)}</value>` }];
}

function isFilled({ content }: FieldPart): boolean {
  return content !== undefined && content.start < content.end;
}

function contentSplice({ text }: SiteDocument, { name, content, end }: FieldPart, value: string): Splice {
  if (content !== undefined) return { ...content, text: escapeText(value) };
  const slash = end - "/>".length;
  return { start: slash - blanksBefore(text, slash).length, end, text: `>${escapeText(value)}</${name}>` };
}

function attributeSplice(parts: PropertyParts, value: string): Splice {
  const text = `"${escapeAttribute(value)}"`;
  const known = attributeOf(parts);
  if (known !== undefined) return { start: known.valueStart, end: known.end, text };
  const before = parts.attributes.at(-1)?.end ?? parts.nameEnd;
  return { start: before, end: before, text: ` value=${text}` };
}

function withoutAttribute({ text }: SiteDocument, { start, end }: Attribute): Splice {
  return { start: start - blanksBefore(text, start).length, end, text: "" };
}

/** Returns the last value attribute, because the last one takes effect. Declarations of namespaces do not count. */
function attributeOf({ attributes }: PropertyParts): Attribute | undefined {
  return attributes.findLast((attribute) => attribute.localName === "value" && !isDeclaration(attribute));
}
