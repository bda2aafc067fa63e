import { nameEnd } from "./characters.ts";
import { decodeReferences } from "./references.ts";

/** An attribute and its position. */
export interface Attribute {
  readonly name: string;
  /** The name without its prefix. Clients ignore the prefix. */
  readonly localName: string;
  /** The value with resolved references. */
  readonly value: string;
  readonly start: number;
  /** The offset of the opening quote. */
  readonly valueStart: number;
  /** The offset after the closing quote. */
  readonly end: number;
}

/** An opening tag of a checked text. */
export interface Tag {
  readonly name: string;
  readonly nameEnd: number;
  readonly attributes: readonly Attribute[];
  readonly end: number;
}

/** Reads the opening tag that starts at an offset of a checked text. */
export function tagAt(text: string, start: number): Tag {
  const nameStop = nameEnd(text, start + 1);
  const attributes: Attribute[] = [];
  let at = nameStop;
  ATTRIBUTE.lastIndex = at;
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
    const [, before = "", name = "", written = ""] = match;
    const end = ATTRIBUTE.lastIndex;
    attributes.push({
      name,
      localName: name.slice(name.indexOf(":") + 1),
      value: decoded(written.slice(1, -1)),
      start: at + before.length,
      valueStart: end - written.length,
      end,
    });
    at = end;
    ATTRIBUTE.lastIndex = at;
  }
  return { name: text.slice(start + 1, nameStop), nameEnd: nameStop, attributes, end: text.indexOf(">", at) + 1 };
}

/** Whether an attribute declares a namespace. Such an attribute has no other meaning for clients. */
export function isDeclaration({ name }: Attribute): boolean {
  return name === "xmlns" || name.startsWith("xmlns:");
}

const ATTRIBUTE = /([ \t\r\n]+)([^ \t\r\n=/>]+)[ \t\r\n]*=[ \t\r\n]*("[^"]*"|'[^']*')/y;

/** A tab or a line end in an attribute counts as a space, unless it is written as a reference. */
function decoded(written: string): string {
  return decodeReferences(/[\t\n\r]/.test(written) ? written.replace(/\r\n|[\t\n\r]/g, " ") : written);
}
