import type { SiteDocument } from "./document.ts";
import { type Kind, kindOf } from "./kinds.ts";
import type { SiteProperty } from "./property.ts";
import { scan } from "./scan.ts";
import type { Attribute } from "./tag.ts";

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
  readonly kind: Kind;
  /** The name of the element, including its prefix. */
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** The positions of the content between the tags; `undefined` for `<value/>`. */
  readonly content: { readonly start: number; readonly end: number } | undefined;
}

/** Parses a property again, in order to find the positions of its parts. */
export function partsOf({ text, limits }: SiteDocument, { start, end }: SiteProperty): PropertyParts {
  const moved = start - OPENING.length;
  const open: { readonly name: string; readonly start: number; readonly tagEnd: number }[] = [];
  const fields: FieldPart[] = [];
  const own: { attributes: readonly Attribute[]; nameEnd: number; closing: number | undefined } = {
    attributes: [],
    nameEnd: end,
    closing: undefined,
  };
  const alone = `${OPENING}${text.slice(start, end)}</configuration>`;
  scan(
    alone,
    { ...limits, depth: limits.depth + 1, size: Number.POSITIVE_INFINITY },
    {
      open(name, attributes, from, to) {
        open.push({ name, start: from + moved, tagEnd: to + moved });
        if (open.length === 2) {
          own.attributes = attributes.map((one) => movedBy(one, moved));
          own.nameEnd = from + moved + 1 + name.length;
        }
      },
      close(from, to) {
        const element = open.pop();
        if (element === undefined) return;
        if (open.length === 1 && from < to) own.closing = from + moved;
        const kind = kindOf(element.name.slice(element.name.indexOf(":") + 1));
        if (kind !== "value" && kind !== "name") return;
        const content = from < to ? { start: element.tagEnd, end: from + moved } : undefined;
        fields.push({ kind, name: element.name, start: element.start, end: to + moved, content });
      },
      text() {},
      instruction() {},
    },
  );
  return { ...own, fields };
}

const OPENING = "<configuration>";

function movedBy(attribute: Attribute, by: number): Attribute {
  const { start, valueStart, end } = attribute;
  return { ...attribute, start: start + by, valueStart: valueStart + by, end: end + by };
}
