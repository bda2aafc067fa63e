import { blanksBefore, checkReferences, decodeReferences, nameEnd, skipBlanks } from "./characters.ts";
import { refuse } from "./error.ts";

/** An opening tag. */
export interface Tag {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly end: number;
}

/** The offsets of a part of a text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** An attribute and its position, which ends after the closing quote. */
export interface Attribute extends TextRange {
  readonly name: string;
  /** The value with resolved references. */
  readonly value: string;
  /** The offset of the opening quote. */
  readonly valueStart: number;
}

/** Checks and reads the opening tag that starts at an offset. */
export function tagAt(text: string, start: number): Tag {
  const nameStop = nameEnd(text, start + 1);
  if (nameStop === start + 1) refuse(text, start, "expected a tag after <; inside a value, write &lt;");
  const name = text.slice(start + 1, nameStop);
  // Most tags consist of the name alone.
  if (text.charAt(nameStop) === ">") return { name, attributes: NO_ATTRIBUTES, end: nameStop + 1 };
  const attributes: Attribute[] = [];
  for (let at = nameStop; ; ) {
    const from = skipBlanks(text, at);
    if (text.charAt(from) === ">") return { name, attributes, end: from + 1 };
    if (text.startsWith("/>", from)) return { name, attributes, end: from + 2 };
    if (from >= text.length) refuse(text, start, "the tag is not closed");
    const attribute = attributeAt(text, from);
    attributes.push(attribute);
    at = attribute.end;
  }
}

/** Returns a name without its prefix. Clients ignore prefixes. */
export function localNameOf(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** Whether an attribute declares a namespace. Such an attribute has no other meaning for clients. */
export function isDeclaration({ name }: Attribute): boolean {
  return name === "xmlns" || name.startsWith("xmlns:");
}

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
  return { name, value: decodeReferences(spaced), start, valueStart, end: valueStop + 1 };
}
