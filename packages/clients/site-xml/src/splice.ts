import { isBlank, nameEnd } from "./characters.ts";
import type { SiteDocument } from "./document.ts";
import { ownLayout, type PropertyLayout } from "./print.ts";
import type { SiteProperty } from "./property.ts";
import { tagAt } from "./tag.ts";

/** A range of a text, with its replacement. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Replaces ranges of a text. A range that is inside of another one is ignored. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let result = "";
  let at = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (splice.start < at) continue;
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

/** Removes an element. If nothing else is on its line, the line is removed, too. */
export function withoutElement(text: string, { start, end }: SiteProperty): Splice {
  const before = blanksBefore(text, start);
  const line = before.search(/\r?\n[ \t]*$/);
  const alone = line >= 0 && /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 200));
  return { start: alone ? start - before.length + line : start, end, text: "" };
}

/** Adds printed properties at the end of the root element. */
export function appendTo({ text, root }: SiteDocument, printed: string): Splice {
  if (text.startsWith("/>", root.end - 2)) {
    const end = root.end - 2;
    const name = text.slice(root.start + 1, nameEnd(text, root.start + 1));
    return { start: end - blanksBefore(text, end).length, end: root.end, text: `>${printed}\n</${name}>` };
  }
  const closing = text.lastIndexOf("<", root.end - 1);
  const blanks = blanksBefore(text, closing);
  const start = closing - blanks.length;
  return { start, end: start, text: blanks.includes("\n") ? printed : `${printed}\n` };
}

/** Adds printed properties at the beginning of the root element. */
export function prependTo({ text, root }: SiteDocument, printed: string): Splice {
  const { end } = tagAt(text, root.start);
  return { start: end, end, text: printed };
}

/** Returns the layout of a document's last property. */
export function propertyLayoutOf({ text, properties }: SiteDocument): PropertyLayout {
  const model = properties.at(-1);
  if (model === undefined) return ownLayout;
  const before = blanksBefore(text, model.start);
  const firstChild = text.indexOf("<", model.start + 1);
  if (firstChild < 0 || firstChild >= model.end) return { ...ownLayout, before };
  const after = blanksBefore(text, text.lastIndexOf("<", model.end - 1));
  return { before, inside: blanksBefore(text, firstChild), after };
}

/** Returns the white space that ends at an offset. */
export function blanksBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
  return text.slice(start, end);
}
