import { blanksBefore } from "./characters.ts";
import type { SiteDocument } from "./document.ts";
import { escapeAttribute, escapeText, ownLayout, type PropertyLayout, printProperty } from "./print.ts";
import type { SiteProperty } from "./property.ts";
import { checkRules } from "./rules.ts";
import { type TextRange, tagAt } from "./tag.ts";

export interface Splice extends TextRange {
  readonly text: string;
}

/** A strategy for edits decides which parts of the text are replaced. */
export type EditStrategy = typeof usual;

/** The usual strategy: an edit only changes the effective element, and new elements come last. */
export const usual = {
  set: valueSplices,
  /** Removes an element. If nothing else is on its line, the line is removed, too. */
  remove({ text }: SiteDocument, { start, end }: SiteProperty): Splice {
    const before = blanksBefore(text, start);
    const line = before.search(/\r?\n[ \t]*$/);
    const isAlone = line >= 0 && /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 200));
    return { start: isAlone ? start - before.length + line : start, end, text: "" };
  },
  add({ text, root }: SiteDocument, printed: string): Splice {
    const { content } = elementAt(text, root);
    if (content === undefined) return contentSplice(text, root, `${printed}\n`);
    const blanks = blanksBefore(text, content.end);
    return insertion(content.end - blanks.length, blanks.includes("\n") ? printed : `${printed}\n`);
  },
};

/** A strategy that only adds elements: of repeated fields and properties, the last counts, and an inner property clears the outer one. */
export const inPlace: EditStrategy = {
  set({ text }, property, value) {
    const { content } = elementAt(text, property);
    if (content !== undefined && value !== "") return [insertion(content.end, `<value>${escapeText(value)}</value>`)];
    return [insertion(property.end, printProperty({ name: property.name, value }))];
  },
  remove(site, property) {
    const { content } = elementAt(site.text, property);
    return content === undefined ? usual.remove(site, property) : insertion(content.end, "<property/>");
  },
  add({ text, root }, printed) {
    return insertion(tagAt(text, root.start).end, printed);
  },
};

/** Gives a property another value: changes its value element or value attribute, or adds an element. */
function valueSplices(site: SiteDocument, property: SiteProperty, value: string): readonly Splice[] {
  const { text } = site;
  const { name, attributes } = tagAt(text, property.start);
  const attribute = attributes.findLast(({ kind }) => kind === "value");
  const parts = elementsIn(site, property);
  const values = parts.filter(({ tag }) => tag.kind === "value");
  const filled = values.filter(({ content }) => content !== undefined && content.start < content.end);
  // An empty value is written as an attribute, because clients ignore an empty element. All value elements are emptied, so that none of
  // them overrides the attribute.
  if (value === "") return [attributeSplice(), ...filled.map((element) => contentSplice(text, element, ""))];
  const target = filled.at(-1) ?? (attribute?.value ? undefined : values.at(-1));
  if (target !== undefined) {
    // An attribute that only an earlier empty value needed is removed.
    const removed = filled.length === 0 && attribute !== undefined ? [spliceWithBlanks(text, attribute.start, attribute.end, "")] : [];
    return [contentSplice(text, target, escapeText(value)), ...removed];
  }
  const named = parts.findLast(({ tag }) => tag.kind === "name");
  if (attribute !== undefined || named === undefined) return [attributeSplice()];
  return [insertion(named.end, `${blanksBefore(text, named.start)}<value>${escapeText(value)}</value>`)];

  function attributeSplice(): Splice {
    const written = `"${escapeAttribute(value)}"`;
    if (attribute !== undefined) return { start: attribute.valueStart, end: attribute.end, text: written };
    return insertion(attributes.at(-1)?.end ?? property.start + 1 + name.length, ` value=${written}`);
  }
}

/** Returns the element of a range, with the range of its content, which is `undefined` for `<value/>`. */
function elementAt(text: string, { start, end }: TextRange) {
  const tag = tagAt(text, start);
  const content = text.startsWith("/>", end - 2) ? undefined : { start: tag.end, end: text.lastIndexOf("<", end - 1) };
  return { tag, content, start, end };
}

/** Checks a property again. Returns the elements inside of it, at any depth, in the order of their ends. */
function elementsIn({ text, limits }: SiteDocument, property: SiteProperty) {
  const opening = "<configuration>";
  const { tags } = checkRules(`${opening}${text.slice(property.start, property.end)}</configuration>`, limits);
  const shift = property.start - opening.length;
  const inner = tags.slice(2).toSorted((a, b) => a.elementEnd - b.elementEnd);
  return inner.map(({ start, elementEnd }) => elementAt(text, { start: start + shift, end: elementEnd + shift }));
}

/** Replaces the content of an element. One such as `<value/>` gets a closing tag. */
function contentSplice(text: string, range: TextRange, written: string): Splice {
  const { tag, content, end } = elementAt(text, range);
  if (content !== undefined) return { ...content, text: written };
  return spliceWithBlanks(text, end - "/>".length, end, `>${written}</${tag.name}>`);
}

function spliceWithBlanks(text: string, start: number, end: number, replacement: string): Splice {
  return { start: start - blanksBefore(text, start).length, end, text: replacement };
}

function insertion(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

/** Returns the layout of a document's last property. */
export function propertyLayoutOf({ text, properties }: SiteDocument): PropertyLayout {
  const model = properties.at(-1);
  if (model === undefined) return ownLayout;
  const before = blanksBefore(text, model.start);
  const firstChild = text.indexOf("<", model.start + 1);
  const lastTag = text.lastIndexOf("<", model.end - 1);
  if (firstChild >= lastTag) return { ...ownLayout, before };
  return { before, inside: blanksBefore(text, firstChild), after: blanksBefore(text, lastTag) };
}
