import { illegalAt } from "./characters.ts";
import { SiteXmlError } from "./error.ts";

/** A string as the text of an element: read again, it is the same string. */
export function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, reference);
}

/** A string as an attribute value between double quotes. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, reference);
}

/** Escaped text for a document that says it is ASCII. */
export function asciiOnly(escaped: string): string {
  return escaped.replace(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** Refuses strings that no XML document can hold. */
export function checkWritable(text: string, what: string, property: string): void {
  const at = illegalAt(text);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, "0");
  throw new SiteXmlError("unwritable", `The ${what} of ${property} holds U+${code}, which XML cannot contain.`, {
    property,
  });
}

/** `>` must be escaped in `]]>` only, but always doing it is simpler to trust. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/** A carriage return would be read as a line feed, and a line end in an attribute as a space, if they were not references. */
function reference(character: string): string {
  return NAMED.get(character) ?? `&#${character.charCodeAt(0)};`;
}
