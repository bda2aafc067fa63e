import { blanksBefore, checkReferences, decodeReferences, nameEnd, skipBlanks } from "./characters.ts";
import { refuse } from "./error.ts";

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An opening tag, or the tag of an empty element. */
export interface Tag extends TextRange {
  readonly name: string;
  readonly kind: ElementKind;
  readonly attributes: readonly Attribute[];
  /** The end of the element. Until its closing tag is read, this is the end of the opening tag. */
  elementEnd: number;
}

/** An attribute, from its name to its closing quote. Its value has no references any more. */
export interface Attribute extends TextRange {
  readonly name: string;
  /** A declaration of a namespace has no other meaning for clients. */
  readonly kind: ElementKind | "declaration";
  readonly value: string;
  readonly valueStart: number;
}

/** Checks and reads the tag that starts at an offset. */
export function tagAt(text: string, start: number): Tag {
  const nameStop = nameEnd(text, start + 1);
  if (nameStop === start + 1) refuse(text, start, "expected a tag after <; inside a value, write &lt;");
  const written = text.slice(start + 1, nameStop);
  const kind = kindOf(written);
  const name = kind === written ? kind : written;
  const attributes: Attribute[] = [];
  let stop = skipBlanks(text, nameStop);
  while (text.charAt(stop) !== ">" && !text.startsWith("/>", stop)) {
    if (stop >= text.length) refuse(text, start, "the tag is not closed");
    const attribute = attributeAt(text, stop);
    attributes.push(attribute);
    stop = skipBlanks(text, attribute.end);
  }
  const end = text.indexOf(">", stop) + 1;
  return { name, kind, attributes: attributes.length === 0 ? NO_ATTRIBUTES : attributes, start, end, elementEnd: end };
}

/** Tags without attributes share this list, and those of a known name share the name, because documents have many of them. */
const NO_ATTRIBUTES: readonly Attribute[] = [];

function attributeAt(text: string, start: number): Attribute {
  const nameStop = nameEnd(text, start);
  if (nameStop === start) refuse(text, start, "expected an attribute, > or />");
  if (blanksBefore(text, start) === "") refuse(text, start, "expected a space before the attribute");
  const name = text.slice(start, nameStop);
  const equals = skipBlanks(text, nameStop);
  if (text.charAt(equals) !== "=") refuse(text, equals, `expected = after the attribute ${name}`);
  const valueStart = skipBlanks(text, equals + 1);
  const quote = text.charAt(valueStart);
  if (quote !== '"' && quote !== "'") refuse(text, valueStart, "expected an attribute value in quotes");
  const valueStop = text.indexOf(quote, valueStart + 1);
  const written = text.slice(valueStart + 1, valueStop < 0 ? text.length : valueStop);
  const tag = written.indexOf("<");
  if (tag >= 0) refuse(text, valueStart + 1 + tag, "< is written &lt; in an attribute value");
  if (valueStop < 0) refuse(text, valueStart, "the attribute value is not closed");
  checkReferences(text, valueStart + 1, valueStop);
  // A tab or a line end in an attribute counts as a space, unless it is written as a reference.
  const spaced = /[\t\n\r]/.test(written) ? written.replace(/\r\n|[\t\n\r]/g, " ") : written;
  const kind = name === "xmlns" || name.startsWith("xmlns:") ? "declaration" : kindOf(name);
  return { name, kind, value: decodeReferences(spaced), start, valueStart, end: valueStop + 1 };
}

/** The kinds of elements and attributes that have a meaning for clients, and `description`, which has a meaning for people. */
export type ElementKind = (typeof KINDS)[number] | "other";

/** The kinds that set a part of a property. */
export type PartKind = (typeof FIELDS)[number] | "description";

const FIELDS = ["name", "value", "final", "source", "tag"] as const;
const KINDS = [...FIELDS, "description", "configuration", "property", "include", "fallback"] as const;
const FIELD_KINDS: ReadonlySet<unknown> = new Set(FIELDS);
const BY_NAME: ReadonlyMap<string, ElementKind> = new Map(KINDS.map((kind) => [kind, kind]));

/** Returns the meaning of a name for clients, which ignore its prefix. */
function kindOf(name: string): ElementKind {
  return BY_NAME.get(localNameOf(name)) ?? "other";
}

export function localNameOf(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

export function isField(kind: Attribute["kind"] | undefined): boolean {
  return FIELD_KINDS.has(kind);
}

export function isPart(kind: Attribute["kind"] | undefined): kind is PartKind {
  return isField(kind) || kind === "description";
}
