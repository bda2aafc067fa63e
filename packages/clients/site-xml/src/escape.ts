import { illegalAt } from "./characters.ts";
import { SiteXmlError } from "./error.ts";

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

/** Refuses a string that an XML document cannot contain. */
export function checkWritable(text: string, what: string, property: string): void {
  const at = illegalAt(text);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  throw new SiteXmlError("unwritable", `The ${what} of ${property} holds U+${code}, which XML cannot contain.`, {
    property,
  });
}

/** XML only requires `>` to be escaped in `]]>`. It is always escaped here, because that is simpler to verify. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/**
 * A parser reads a plain carriage return as a line feed, and a plain line end in an attribute as a space, so both are written as
 * references.
 */
function reference(character: string): string {
  return NAMED.get(character) ?? `&#${character.charCodeAt(0)};`;
}
