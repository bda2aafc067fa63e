import { trimBlanks } from "./characters.ts";
import { SiteXmlError } from "./error.ts";
import { checkWritable, escapeText, quoteAttribute } from "./escape.ts";
import type { PropertySetting } from "./property.ts";

/** The white space of a property: before it, before each of its elements, and before its end. */
export interface Layout {
  readonly before: string;
  readonly inside: string;
  readonly after: string;
}

/** How a document of our own is laid out. */
export const ownLayout: Layout = { before: "\n  ", inside: "\n    ", after: "\n  " };

/** A property as an element, with the white space before it. */
export function printProperty(setting: PropertySetting, { before, inside, after }: Layout): string {
  const { name, value, final, description, sources = [], tag } = setting;
  const fields = [
    ...field("value", value),
    ...field("final", final ? "true" : undefined),
    ...field("description", description),
    ...sources.flatMap((source) => field("source", source)),
    ...field("tag", tag),
  ];
  checkName(name);
  // In an element the blanks around a name would be trimmed.
  const inElement = trimBlanks(name) === name;
  const content = (inElement ? [...field("name", name), ...fields] : fields).map((line) => inside + line).join("");
  return `${before}<property${inElement ? "" : ` name=${quoteAttribute(name)}`}>${content}${after}</property>`;

  function field(element: string, text: string | undefined): readonly string[] {
    if (text === undefined) return [];
    checkWritable(text, element, name);
    return [`<${element}>${escapeText(text)}</${element}>`];
  }
}

function checkName(name: string): void {
  if (name === "") throw new SiteXmlError("unwritable", "A property needs a name.", { property: name });
  checkWritable(name, "name", name);
}
