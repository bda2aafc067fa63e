import { XMLBuilder } from "fast-xml-parser";
import { badArgument, checkIterable, checkOptionsArgument, checkText } from "./arguments.ts";
import { trimBlanks } from "./characters.ts";
import { SiteXmlError } from "./error.ts";
import { checkWritable, escapeAttribute, escapeText } from "./escape.ts";
import type { PropertySetting } from "./property.ts";

/** The white space before a property, before each of its elements, and before its end. */
export interface PropertyLayout {
  readonly before: string;
  readonly inside: string;
  readonly after: string;
}

/** The layout of documents that this package creates. */
export const ownLayout: PropertyLayout = { before: "\n  ", inside: "\n    ", after: "\n  " };

/** Prints a property as an element, with the layout's white space before it. A template of a document can be made of such texts. */
export function printProperty(setting: PropertySetting, { before, inside, after }: PropertyLayout = ownLayout): string {
  checkSetting(setting);
  const { name, value, final, description, sources = [], tag } = setting;
  // Clients trim a name in an element, and ignore an empty value in an element. A name with white space at its ends, or an empty value, is
  // therefore written as an attribute.
  const isNameInElement = trimBlanks(name) === name;
  const attributes = {
    ...(isNameInElement ? {} : { name: escapeAttribute(name) }),
    ...(value === "" ? { value: "" } : {}),
    ...(tag === "" ? { tag: "" } : {}),
  };
  const fields = [
    ...(isNameInElement ? [field("name", name)] : []),
    ...(value ? [field("value", value)] : []),
    ...(final ? [field("final", "true")] : []),
    ...(description === undefined ? [] : [field("description", description)]),
    ...[...sources].map((source) => field("source", source)),
    ...(tag ? [field("tag", tag)] : []),
  ];
  const content = [...fields.flatMap((each) => [text(inside), each]), text(after)];
  return builder.build([text(before), { property: content, ":@": attributes }]);

  function field(element: string, content: string): Node {
    return { [element]: [text(escapeText(content))] };
  }
}

/** A node for fast-xml-parser: a text, or an element, which is an object with the element's name as its only key. */
type Node = Readonly<Record<string, unknown>>;

function text(content: string): Node {
  return { "#text": content };
}

/** The text is escaped already, so the builder must not escape it again. */
const builder = new XMLBuilder({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  processEntities: false,
  suppressBooleanAttributes: false,
});

/**
 * Checks a setting at run time, because its caller may not check types, and because a string may contain characters that XML does not
 * allow.
 */
function checkSetting(setting: PropertySetting): void {
  checkOptionsArgument(setting, "a property");
  const { name, value, final, description, sources = [], tag } = setting;
  checkName(name);
  checkIterable(sources, `the sources of ${name}`, "a list of strings");
  if (final !== undefined && typeof final !== "boolean") throw badArgument(`the field final of ${name}`, "a boolean", final);
  for (const [element, content] of Object.entries({ value, description, tag })) {
    if (content !== undefined) checkContent(element, content);
  }
  for (const source of sources) checkContent("source", source);

  function checkContent(element: string, content: string): void {
    checkText(content, `the ${element} of ${name}`);
    checkWritable(content, element, name);
  }
}

function checkName(name: unknown): asserts name is string {
  checkText(name, "the name of a property");
  if (name === "") throw new SiteXmlError("unwritable", "A property needs a name.", { property: name });
  checkWritable(name, "name", name);
}
