import { nameEnd, skipBlanks } from "./characters.ts";
import { refuse } from "./error.ts";
import type { Limits } from "./limits.ts";
import { behindReturn, replaceInPieces } from "./pieces.ts";
import { decodeReferences, referenceEnd } from "./references.ts";

/** The usual names are stored once: a large document has hundreds of thousands of them. */
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
  /** Its name without a prefix; clients ignore the prefix. */
  readonly localName: string;
  /** Decoded. */
  readonly value: string;
  readonly start: number;
  /** The start of its value, at the quote. */
  readonly valueStart: number;
  /** The end of its value, after the quote. */
  readonly end: number;
}

/** The state of reading a tag: afterwards it holds the tag's end, and whether the tag is like `<a/>`. */
export interface Tag {
  readonly text: string;
  readonly limits: Limits;
  end: number;
  isEmpty: boolean;
}

export const NO_ATTRIBUTES: readonly Attribute[] = [];

/** Whether an attribute declares a namespace; it has no other meaning for clients. */
export function isDeclaration({ name }: Attribute): boolean {
  return name === "xmlns" || name.startsWith("xmlns:");
}

/** Checks and reads the attributes of the opening tag at `start`, whose name ends at `nameStop`. */
export function readAttributes(tag: Tag, start: number, nameStop: number): readonly Attribute[] {
  const { text, limits } = tag;
  let attributes: Attribute[] | undefined;
  // Attribute names are looked up in a set once there are many.
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
      refuse(text, from, "not-well-formed", `the attribute ${name} is there twice`);
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

/** Checks the quoted value at `start` and returns its end. */
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

/** A tab or a line end in an attribute value counts as one space; one that is written as a reference stays. */
function textOfValue(text: string, from: number, to: number): string {
  const written = text.slice(from, to);
  if (!/[\t\n\r]/.test(written)) return decodeReferences(written);
  return decodeReferences(replaceInPieces(written, (piece) => piece.split(/\r\n|[\t\n\r]/).join(" "), behindReturn));
}

function refuseTag(text: string, tag: number, at: number): never {
  if (at >= text.length) refuse(text, tag, "not-well-formed", "the tag is not closed");
  refuse(text, at, "not-well-formed", "expected an attribute, > or />");
}
