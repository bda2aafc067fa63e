import type { SiteDocument } from "./document.ts";
import { kindOf } from "./kinds.ts";
import type { SiteProperty } from "./property.ts";
import { type Attribute, tagAt } from "./tag.ts";
import { parsed, rangeOf, type TreeNode } from "./tree.ts";

/** The positions of the parts of a property. */
export interface PropertyParts {
  readonly attributes: readonly Attribute[];
  /** The end of the name in the opening tag. */
  readonly nameEnd: number;
  /** The start of the closing tag; `undefined` for `<property/>`. */
  readonly closing: number | undefined;
  /** The `name` and `value` elements inside of the property, at any depth, in the order of their ends. */
  readonly fields: readonly FieldPart[];
}

/** An element with a name or a value. */
export interface FieldPart {
  readonly kind: "name" | "value";
  /** The name of the element, including its prefix. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The positions of the content between the tags; `undefined` for `<value/>`. */
  readonly content: { readonly start: number; readonly end: number } | undefined;
}

/** Parses a property again, in order to find the positions of its parts. */
export function propertyPartsOf({ text, limits }: SiteDocument, { start, end }: SiteProperty): PropertyParts {
  const alone = `${OPENING}${text.slice(start, end)}</configuration>`;
  const { nodes } = parsed(alone, { ...limits, depth: limits.depth + 1 });
  const fields: FieldPart[] = [];
  for (const element of elementsIn(nodes)) {
    const range = rangeOf(element);
    const from = range.start + start - OPENING.length;
    const to = range.end + start - OPENING.length;
    if (from < start) continue;
    const { name, end: tagEnd } = tagAt(text, from);
    const kind = kindOf(name.slice(name.indexOf(":") + 1));
    if (kind !== "value" && kind !== "name") continue;
    const closing = closingAt(text, to);
    fields.push({
      kind,
      name,
      start: from,
      end: to,
      content: closing === undefined ? undefined : { start: tagEnd, end: closing },
    });
  }
  const { attributes, nameEnd } = tagAt(text, start);
  return { attributes, nameEnd, closing: closingAt(text, end), fields };
}

const OPENING = "<configuration>";

/** Yields the elements of a tree in the order of their ends. */
function* elementsIn(nodes: readonly TreeNode[]): Generator<TreeNode, undefined> {
  for (const node of nodes) {
    for (const children of Object.values(node)) {
      if (typeof children === "string") continue;
      yield* elementsIn(children);
      yield node;
    }
  }
}

/** Returns the start of the closing tag of an element; `undefined` if the element closes itself. */
function closingAt(text: string, end: number): number | undefined {
  return text.startsWith("/>", end - 2) ? undefined : text.lastIndexOf("<", end - 1);
}
