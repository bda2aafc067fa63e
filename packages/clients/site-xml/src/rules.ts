import { checkReferences, illegalAt, nameEnd, skipBlanks } from "./characters.ts";
import type { Limits } from "./document.ts";
import { declarationEnd } from "./encoding.ts";
import { refuse } from "./error.ts";
import { localNameOf, type Tag, type TextRange, tagAt } from "./tag.ts";

/**
 * Checks the rules of XML 1.0, and the limits. Returns the tags of all elements, in their order, and the instructions. Of these rules,
 * fast-xml-parser's validator knows only those for the names in tags and for spaces between attributes, and it refuses some valid names.
 */
export function checkRules(text: string, limits: Limits) {
  const illegal = illegalAt(text);
  if (illegal >= 0) refuse(text, illegal, "XML does not allow this character");
  const scan: Scan = { text, limits, tags: [], open: [], instructions: [] };
  const { tags, open, instructions } = scan;
  let at = declarationEnd(text);
  while (at < text.length) {
    const start = text.indexOf("<", at);
    checkText(scan, at, start < 0 ? text.length : start);
    const endOf = MARKUP.get(text.charAt(start + 1)) ?? openingTagEnd;
    at = start < 0 ? text.length : endOf(scan, start);
  }
  const [root] = tags;
  if (root === undefined) refuseOutside(scan, text.length);
  const unclosed = open.at(-1);
  if (unclosed !== undefined) refuse(text, unclosed.start, `<${unclosed.name}> is not closed`);
  return { root, tags, instructions };
}

interface Scan {
  readonly text: string;
  readonly limits: Limits;
  readonly tags: Tag[];
  readonly open: Tag[];
  readonly instructions: TextRange[];
}

function checkText(scan: Scan, from: number, to: number): void {
  const { text, open } = scan;
  const start = skipBlanks(text, from);
  if (start >= to) return;
  if (open.length === 0) refuseOutside(scan, start);
  checkReferences(text, from, to);
  const end = text.slice(from, to).indexOf("]]>");
  if (end >= 0) refuse(text, from + end, "]]> ends a CDATA section, but none is open");
}

function refuseOutside({ text, tags }: Scan, at: number, found = ""): never {
  if (tags.length > 0) refuse(text, at, "nothing but comments may come after the root element");
  refuse(text, at, `expected <configuration>${found}`, "not-a-configuration");
}

/** The functions for the characters after `<`; any other character begins an opening tag. */
const MARKUP = new Map<string, typeof openingTagEnd>(Object.entries({ "/": closingTagEnd, "!": sectionEnd, "?": instructionEnd }));

function openingTagEnd(scan: Scan, start: number): number {
  const { text, limits, tags, open } = scan;
  if (open.length === 0) {
    const name = text.slice(start + 1, nameEnd(text, start + 1));
    // Clients ignore the prefix of the root element's name.
    const isRoot = tags.length === 0 && localNameOf(name) === "configuration";
    if (name !== "" && !isRoot) refuseOutside(scan, start, `, found <${name}>`);
  }
  const tag = tagAt(text, start);
  if (tags.push(tag) > limits.elements) refuse(text, start, `more than ${limits.elements} elements`, "too-many-elements");
  if (open.length >= limits.depth) refuse(text, start, `more than ${limits.depth} nested elements`, "too-deep");
  if (tag.attributes.length > 0) checkAttributes(scan, tag);
  if (text.charAt(tag.end - 2) !== "/") open.push(tag);
  return tag.end;
}

function checkAttributes({ text, limits }: Scan, { attributes }: Tag): void {
  const names = new Set<string>();
  for (const { name, start } of attributes) {
    if (names.has(name)) refuse(text, start, `the attribute ${name} appears twice`);
    if (names.add(name).size > limits.attributes) refuse(text, start, `more than ${limits.attributes} attributes`, "too-many-attributes");
  }
}

function closingTagEnd({ text, open }: Scan, start: number): number {
  const opening = open.pop();
  if (opening === undefined) refuse(text, start, "this closing tag has no opening tag");
  const { name } = opening;
  const end = skipBlanks(text, start + 2 + name.length);
  if (!text.startsWith(name, start + 2) || text.charAt(end) !== ">") refuse(text, start, `expected </${name}>`);
  opening.elementEnd = end + 1;
  return end + 1;
}

/** Returns the end of a comment or of a CDATA section. Everything else that begins with `<!` is refused. */
function sectionEnd({ text, open }: Scan, start: number): number {
  if (text.startsWith("<!--", start)) {
    const end = closingEnd(text, start, "<!--", "--", "comment");
    if (text.charAt(end) !== ">") refuse(text, end - 2, "-- is not allowed in a comment");
    return end + 1;
  }
  if (open.length > 0 && text.startsWith("<![CDATA[", start)) return closingEnd(text, start, "<![CDATA[", "]]>", "CDATA section");
  const isDoctype = /^<!DOCTYPE/i.test(text.slice(start, start + 9));
  if (isDoctype) refuse(text, start, "a configuration document cannot contain a DOCTYPE", "doctype-refused");
  refuse(text, start, open.length > 0 ? "expected a comment or a CDATA section" : "expected a comment");
}

function instructionEnd({ text, instructions }: Scan, start: number): number {
  const nameStop = nameEnd(text, start + 2);
  const target = text.slice(start + 2, nameStop);
  if (target === "") refuse(text, start, "expected a name after <?");
  if (/^xml$/i.test(target)) refuse(text, start, "an XML declaration must be at the very beginning, in lower case");
  const isNameEnd = /^(?:[ \t\r\n]|\?>)/.test(text.slice(nameStop, nameStop + 2));
  if (!isNameEnd) refuse(text, nameStop, "expected a space or ?> after the name of the instruction");
  const end = closingEnd(text, start, "<?", "?>", "processing instruction");
  instructions.push({ start, end });
  return end;
}

function closingEnd(text: string, start: number, opening: string, closing: string, what: string): number {
  const at = text.indexOf(closing, start + opening.length);
  if (at < 0) refuse(text, start, `the ${what} is not closed`);
  return at + closing.length;
}
