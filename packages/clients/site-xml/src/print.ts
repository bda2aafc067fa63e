import { XMLBuilder } from "fast-xml-parser";
import { badArgument, check } from "./arguments.ts";
import { illegalAt, trimBlanks } from "./characters.ts";
import { SiteXmlError } from "./error.ts";
import type { PropertySetting } from "./property.ts";

/** The white space before a property, before each of its elements, and before its end. */
export type PropertyLayout = Readonly<typeof ownLayout>;

/** The layout of documents that this package creates. */
export const ownLayout = { before: "\n  ", inside: "\n    ", after: "\n  " };

/**
 * Prints a property as an element, with the layout's white space before it. A template of a document can be made of such texts. The
 * property is checked, because callers may not check types, and because a string may contain characters that XML does not allow.
 */
export function printProperty(setting: PropertySetting, { before, inside, after }: PropertyLayout = ownLayout): string {
  check("object", setting, "a property");
  const { name, value, final, description, sources = [], tag } = setting;
  check("text", name, "the name of a property");
  if (name === "") throw new SiteXmlError("unwritable", "A property needs a name.", { property: name });
  check("list", sources, `the sources of ${name}`);
  if (final !== undefined && typeof final !== "boolean") throw badArgument(`the field final of ${name}`, "a boolean", final);
  const fields: readonly (readonly [field: string, text: string | undefined])[] = [
    ["name", name],
    ["value", value],
    ["final", final ? "true" : undefined],
    ["description", description],
    ...Array.from(sources, (source) => ["source", source] as const),
    ["tag", tag],
  ];
  const attributes: Record<string, string> = {};
  const content: object[] = [];
  for (const [field, text] of fields) {
    if (text === undefined && field !== "source") continue;
    checkWritable(text, field, name);
    if (isAttribute(field, text)) attributes[field] = escapeAttribute(text);
    else content.push({ "#text": inside }, { [field]: [{ "#text": escapeText(text) }] });
  }
  return builder.build([{ "#text": before }, { property: [...content, { "#text": after }], ":@": attributes }]);
}

/** Clients trim a name in an element, and ignore an empty value or tag in an element. These are therefore written as attributes. */
function isAttribute(field: string, written: string): boolean {
  return field === "name" ? trimBlanks(written) !== written : written === "" && (field === "value" || field === "tag");
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

/** Escapes a string for the text of an element, so that a reader gets the same string. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, reference);
}

/** Escapes a string for the value of an attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, reference);
}

/** Replaces all characters outside of ASCII by references, for a document that declares ASCII. */
export function asciiOnly(escaped: string): string {
  return escaped.replace(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** XML only requires `>` to be escaped in `]]>`. It is always escaped here, because that is simpler to verify. */
const NAMED: ReadonlyMap<string, string> = new Map(Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }));

/** A plain carriage return is read as a line feed, and a plain line end in an attribute as a space, so both become references. */
function reference(character: string): string {
  return NAMED.get(character) ?? `&#${character.charCodeAt(0)};`;
}
