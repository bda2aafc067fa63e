import { XMLBuilder } from "fast-xml-parser";
import { badArgument, check } from "./arguments.ts";
import { illegalAt, trimBlanks } from "./characters.ts";
import { SiteXmlError } from "./error.ts";
import type { PropertySetting } from "./property.ts";

/** The white space before a property, before each of its elements, and before its end. */
export type PropertyLayout = Readonly<typeof ownLayout>;

export const ownLayout = { before: "\n  ", inside: "\n    ", after: "\n  " };

/** Prints a property as an element, with the layout's white space before it. A template of a document can be made of such texts. */
export function printProperty(setting: PropertySetting, { before, inside, after }: PropertyLayout = ownLayout): string {
  check("object", setting, "a property");
  const { name, value, final, description, sources = [], tag } = setting;
  check("text", name, "the name of a property");
  if (name === "") throw new SiteXmlError("unwritable", "A property needs a name.", { property: name });
  check("list", sources, `the sources of ${name}`);
  if (final !== undefined && typeof final !== "boolean") throw badArgument(`the field final of ${name}`, "a boolean", final);
  const fields = Object.entries({ name, value, final: final ? "true" : undefined, description });
  for (const source of sources) fields.push(["source", source]);
  fields.push(["tag", tag]);
  const attributes: Record<string, string> = {};
  const content: object[] = [];
  for (const [field, text] of fields) {
    if (text === undefined && field !== "source") continue;
    checkWritable(text, field, name);
    // Clients trim a name in an element, and ignore an empty value or tag in an element. These are therefore written as attributes.
    const isAttribute = field === "name" ? trimBlanks(text) !== text : text === "" && (field === "value" || field === "tag");
    if (isAttribute) attributes[field] = escapeAttribute(text);
    else content.push({ "#text": inside }, { [field]: [{ "#text": escapeText(text) }] });
  }
  return builder.build([{ "#text": before }, { property: [...content, { "#text": after }], ":@": attributes }]);
}

/** The text is escaped already, so the builder must not escape it again. */
const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  processEntities: false,
  suppressBooleanAttributes: false,
});

/** Refuses a field that is no string, or that an XML document cannot contain. */
export function checkWritable(text: unknown, field: string, property: string): asserts text is string {
  check("text", text, `the ${field} of ${property}`);
  const at = illegalAt(text);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  throw new SiteXmlError("unwritable", `The ${field} of ${property} holds U+${code}, which XML cannot contain.`, { property });
}

/** Escapes a string for the text of an element. XML requires that of `>` only in `]]>`, but to always do so is simpler to verify. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, reference);
}

export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, reference);
}

/** Replaces all characters outside of ASCII by references, for a document that declares ASCII. */
export function asciiOnly(escaped: string): string {
  return escaped.replace(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}

const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }));

/** A plain carriage return is read as a line feed, and a plain line end in an attribute as a space, so both become references. */
function reference(character: string): string {
  return NAMED.get(character) ?? `&#${character.charCodeAt(0)};`;
}
