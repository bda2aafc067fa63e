import { nameEnd, skipBlanks } from "./characters.ts";
import type { SiteDocument } from "./document.ts";
import { escapeText, quoteAttribute } from "./escape.ts";
import type { SiteProperty } from "./property.ts";
import { blanksBefore, type Splice } from "./splice.ts";
import { tagEnd } from "./tag.ts";
import { readTree, type TreeElement } from "./tree.ts";
import { checkWellFormed } from "./well-formed.ts";

/** The splice that gives a property another value, wherever it keeps it: in an element, in an attribute, or nowhere yet. */
export function valueSplice(site: SiteDocument, property: SiteProperty, value: string): Splice {
  const { children, attributes } = elementOf(site, property);
  const elements = children.filter((child) => typeof child !== "string");
  const written = elements.findLast(({ name }) => name === "value");
  if (written !== undefined) return contentSplice(site, written, value);
  if (attributes.has("value")) {
    return { ...attributeSpan(site.text, property.start, "value"), text: quoteAttribute(value) };
  }
  const named = elements.findLast(({ name }) => name === "name");
  if (named === undefined) {
    const { end } = attributeSpan(site.text, property.start, "name");
    return { start: end, end, text: ` value=${quoteAttribute(value)}` };
  }
  const text = `${blanksBefore(site.text, named.start)}<value>${escapeText(value)}</value>`;
  return { start: named.end, end: named.end, text };
}

/** The property once more, this time with the places of what it holds. */
function elementOf({ text, limits }: SiteDocument, { start, end }: SiteProperty): TreeElement {
  const alone = `${OPENING}${text.slice(start, end)}</configuration>`;
  const [element] = readTree(alone, checkWellFormed(alone, limits)).children;
  if (element === undefined || typeof element === "string") throw new TypeError("A property is an element.");
  return moved(element, start - OPENING.length);
}

const OPENING = "<configuration>";

function moved(element: TreeElement, by: number): TreeElement {
  const children = element.children.map((child) => (typeof child === "string" ? child : moved(child, by)));
  return { ...element, children, start: element.start + by, end: element.end + by };
}

function contentSplice({ text, limits }: SiteDocument, element: TreeElement, value: string): Splice {
  const opened = tagEnd({ text, limits, masks: [] }, element.start, nameEnd(text, element.start + 1));
  if (text.startsWith("/>", opened - 2)) {
    const start = opened - 2 - blanksBefore(text, opened - 2).length;
    return { start, end: opened, text: `>${escapeText(value)}</value>` };
  }
  return { start: opened, end: text.lastIndexOf("<", element.end - 1), text: escapeText(value) };
}

/** Where the value of an attribute stands, quotes included, in a tag that has it. */
function attributeSpan(text: string, tag: number, wanted: string): { readonly start: number; readonly end: number } {
  let at = nameEnd(text, tag + 1);
  for (;;) {
    const nameStart = skipBlanks(text, at);
    const nameStop = nameEnd(text, nameStart);
    const start = skipBlanks(text, skipBlanks(text, nameStop) + 1);
    const end = text.indexOf(text.charAt(start), start + 1) + 1;
    if (text.slice(nameStart, nameStop) === wanted) return { start, end };
    at = end;
  }
}
