import { nameEnd, skipBlanks } from "./characters.ts";
import { refuse } from "./error.ts";
import type { Limits } from "./limits.ts";
import { behindReturn, replaceInPieces } from "./pieces.ts";
import { decodeReferences, referenceEnd } from "./references.ts";

/**
 * Returns a part of a text. Common names are returned as constants, because each slice would be a new string, and a large document contains
 * such a name hundreds of thousands of times.
 */
export function wordAt(text: string, from: number, to: number): string {
  switch (to - from) {
    case 4:
      if (text.startsWith("name", from)) return "name";
      break;
    case 5:
      if (text.startsWith("value", from)) return "value";
      if (text.startsWith("final", from)) return "final";
      break;
    case 8:
      if (text.startsWith("property", from)) return "property";
      break;
    case 11:
      if (text.startsWith("description", from)) return "description";
      break;
  }
  return text.slice(from, to);
}

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

/** The result of reading a tag: its end, and whether the tag closes itself. */
export interface Tag {
  readonly text: string;
  readonly limits: Limits;
  end: number;
  isEmpty: boolean;
}

export const NO_ATTRIBUTES: readonly Attribute[] = [];

/** Whether an attribute declares a namespace. Such an attribute has no other meaning for clients. */
export function isDeclaration({ name }: Attribute): boolean {
  return name === "xmlns" || name.startsWith("xmlns:");
}

/** Checks and reads the attributes of an opening tag. The tag begins at `start`, and its name ends at `nameStop`. */
export function readAttributes(tag: Tag, start: number, nameStop: number): readonly Attribute[] {
  const { text, limits } = tag;
  let attributes: Attribute[] | undefined;
  // A set of the names is only made for a tag with many attributes; a few names are compared one by one.
  let names: Set<string> | undefined;
  let at = nameStop;
  for (;;) {
    const from = skipBlanks(text, at);
    const code = text.charCodeAt(from);
    if (code === GREATER_THAN || (code === SLASH && text.charCodeAt(from + 1) === GREATER_THAN)) {
      tag.isEmpty = code === SLASH;
      tag.end = from + (tag.isEmpty ? 2 : 1);
      return attributes ?? NO_ATTRIBUTES;
    }
    const stop = nameEnd(text, from);
    if (stop === from) refuseTag(text, start, from);
    if (from === at) refuse(text, from, "not-well-formed", "expected a space before the attribute");
    const name = wordAt(text, from, stop);
    attributes ??= [];
    if (attributes.length >= FEW) names ??= new Set(attributes.map((attribute) => attribute.name));
    if (names?.has(name) ?? attributes.some((attribute) => attribute.name === name)) {
      refuse(text, from, "not-well-formed", `the attribute ${name} appears twice`);
    }
    names?.add(name);
    if (attributes.length >= limits.attributes) {
      refuse(text, from, "too-many-attributes", `more than ${limits.attributes} attributes`);
    }
    const valueStart = equalsEnd(text, stop, name);
    const end = valueEnd(text, valueStart);
    const value = textOfValue(text, valueStart + 1, end - 1);
    attributes.push({ name, localName: name.slice(name.indexOf(":") + 1), value, start: from, valueStart, end });
    at = end;
  }
}

const FEW = 8;

const QUOTE = 34;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const SLASH = 47;
const LESS_THAN = 60;
const EQUALS = 61;
const GREATER_THAN = 62;

function equalsEnd(text: string, nameStop: number, name: string): number {
  const equals = skipBlanks(text, nameStop);
  if (text.charCodeAt(equals) !== EQUALS) {
    refuse(text, equals, "not-well-formed", `expected = after the attribute ${name}`);
  }
  return skipBlanks(text, equals + 1);
}

/** Checks the quoted value that begins at `start`. Returns its end. */
function valueEnd(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  if (quote !== QUOTE && quote !== APOSTROPHE) {
    refuse(text, start, "not-well-formed", "expected an attribute value in quotes");
  }
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === LESS_THAN) refuse(text, at, "not-well-formed", "< is written &lt; in an attribute value");
    at = code === AMPERSAND ? referenceEnd(text, at) : at + 1;
  }
  refuse(text, start, "not-well-formed", "the attribute value is not closed");
}

/** Decodes the value of an attribute. A tab or a line end counts as a space, unless it is written as a reference. */
function textOfValue(text: string, from: number, to: number): string {
  const written = text.slice(from, to);
  if (!/[\t\n\r]/.test(written)) return decodeReferences(written);
  return decodeReferences(replaceInPieces(written, (piece) => piece.split(/\r\n|[\t\n\r]/).join(" "), behindReturn));
}

function refuseTag(text: string, tag: number, at: number): never {
  if (at >= text.length) refuse(text, tag, "not-well-formed", "the tag is not closed");
  refuse(text, at, "not-well-formed", "expected an attribute, > or />");
}
