import { illegalAt, isBlank, nameEnd, skipBlanks } from "./characters.ts";
import { declarationEnd } from "./declaration.ts";
import { refuse } from "./error.ts";
import type { Limits } from "./limits.ts";
import { BYTE_ORDER_MARK } from "./place.ts";
import { referenceEnd } from "./references.ts";

/** A text that obeys the rules below. Only the nesting of its elements has not been checked yet. */
export interface CheckedText {
  /** The text for the library. It has the same length, so that its offsets are those of the original text. */
  readonly parseable: string;
  /** Whether names of elements were replaced for the library. */
  readonly hasMaskedNames: boolean;
  readonly instructions: readonly Instruction[];
  /** The start of the last element that is not closed. */
  readonly unclosed: number | undefined;
}

/** A processing instruction, of which only the name is checked. */
export interface Instruction {
  readonly target: string;
  readonly start: number;
}

/**
 * Checks the rules of XML 1.0 that fast-xml-parser's validator lacks, and the limits. The corpus has a document for each rule. The validator
 * accepts: characters that XML does not allow; undefined entities, `&` in attributes; `]]>` in text; `--` in comments; sections and
 * instructions that do not end; every `<!…>`, with a DOCTYPE first of all; `<` in attributes, `=` without a name; `</a/>`; JavaScript's white
 * space in a name; a second root after `<configuration/>`; text and CDATA around the root.
 */
export function checkRules(text: string, limits: Limits): CheckedText {
  const illegal = illegalAt(text);
  if (illegal >= 0) refuse(text, illegal, "not-well-formed", "XML does not allow this character");
  const scan: Scan = {
    text,
    limits,
    hasOddNames: ODD_NAME.test(text),
    open: [],
    elements: 0,
    masks: [],
    hasMaskedNames: false,
    instructions: [],
  };
  const checkText = textChecker(text);
  let at = declarationEnd(text, text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0);
  for (;;) {
    const start = text.indexOf("<", at);
    const end = start < 0 ? text.length : start;
    if (end > at) {
      if (scan.open.length > 0) checkText(at, end);
      else checkBlank(scan, at, end);
    }
    if (start < 0) break;
    at = markupEnd(scan, start);
  }
  if (scan.elements === 0) refuse(text, text.length, "not-a-configuration", "expected <configuration>");
  const { hasMaskedNames, instructions, open } = scan;
  return { parseable: masked(text, scan.masks), hasMaskedNames, instructions, unclosed: open.at(-1) };
}

interface Scan {
  readonly text: string;
  readonly limits: Limits;
  readonly hasOddNames: boolean;
  /** The starts of the elements that are open. */
  readonly open: number[];
  elements: number;
  readonly masks: { readonly start: number; readonly text: string }[];
  hasMaskedNames: boolean;
  readonly instructions: Instruction[];
}

/**
 * Names that the library cannot read although XML allows them: it takes two characters for white space, knows no character outside the Basic
 * Multilingual Plane, and refuses the names of members of JavaScript's objects. The library gets other names in their place.
 */
const ODD_NAME = /[\u1680\ufeff\ud800-\udfff]|__proto__|constructor|prototype/;

const AFTER_ROOT = "nothing but comments may come after the root element";

function checkBlank({ text, elements }: Scan, from: number, to: number): void {
  const at = skipBlanks(text, from);
  if (at >= to) return;
  if (elements === 0) refuse(text, at, "not-a-configuration", "expected <configuration>");
  refuse(text, at, "not-well-formed", AFTER_ROOT);
}

function markupEnd(scan: Scan, start: number): number {
  switch (scan.text.charCodeAt(start + 1)) {
    case SLASH:
      return closingTagEnd(scan, start);
    case EXCLAMATION_MARK:
      return sectionEnd(scan, start);
    case QUESTION_MARK:
      return instructionEnd(scan, start);
    default:
      return openingTagEnd(scan, start);
  }
}

function openingTagEnd(scan: Scan, start: number): number {
  const { text, limits, open } = scan;
  const nameStop = nameEnd(text, start + 1);
  if (nameStop === start + 1) {
    refuse(text, start, "not-well-formed", "expected a tag after <; inside a value, write &lt;");
  }
  if (open.length === 0) checkRoot(scan, start, text.slice(start + 1, nameStop));
  scan.elements++;
  if (scan.elements > limits.elements) {
    refuse(text, start, "too-many-elements", `more than ${limits.elements} elements`);
  }
  if (open.length >= limits.depth) refuse(text, start, "too-deep", `more than ${limits.depth} nested elements`);
  const end = text.charCodeAt(nameStop) === GREATER_THAN ? nameStop + 1 : attributesEnd(scan, start, nameStop);
  const isEmpty = text.charCodeAt(end - 2) === SLASH;
  if (!isEmpty) open.push(start);
  if (scan.hasOddNames) maskTag(scan, start + 1, nameStop, end, isEmpty ? "/>" : ">");
  return end;
}

/** Clients ignore the prefix of the root element's name. */
function checkRoot({ text, elements }: Scan, start: number, name: string): void {
  if (elements > 0) refuse(text, start, "not-well-formed", AFTER_ROOT);
  if (name.slice(name.indexOf(":") + 1) !== "configuration") {
    refuse(text, start, "not-a-configuration", `expected <configuration>, found <${name}>`);
  }
}

/** Checks the attributes of a tag. Returns the end of the tag. */
function attributesEnd({ text, limits }: Scan, start: number, nameStop: number): number {
  const names: string[] = [];
  // A few names are compared one by one, because a set for each tag would cost more.
  let many: Set<string> | undefined;
  for (let at = nameStop; ; ) {
    const from = skipBlanks(text, at);
    if (text.charCodeAt(from) === GREATER_THAN) return from + 1;
    if (text.startsWith("/>", from)) return from + 2;
    const stop = nameEnd(text, from);
    if (stop === from) {
      if (from >= text.length) refuse(text, start, "not-well-formed", "the tag is not closed");
      refuse(text, from, "not-well-formed", "expected an attribute, > or />");
    }
    if (from === at) refuse(text, from, "not-well-formed", "expected a space before the attribute");
    const name = text.slice(from, stop);
    if (many?.has(name) ?? names.includes(name)) {
      refuse(text, from, "not-well-formed", `the attribute ${name} appears twice`);
    }
    if (names.push(name) > FEW) many ??= new Set(names);
    many?.add(name);
    if (names.length > limits.attributes) {
      refuse(text, from, "too-many-attributes", `more than ${limits.attributes} attributes`);
    }
    const equals = skipBlanks(text, stop);
    if (text.charAt(equals) !== "=") {
      refuse(text, equals, "not-well-formed", `expected = after the attribute ${name}`);
    }
    at = attributeValueEnd(text, skipBlanks(text, equals + 1));
  }
}

function attributeValueEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  if (quote !== '"' && quote !== "'") {
    refuse(text, start, "not-well-formed", "expected an attribute value in quotes");
  }
  for (let at = start + 1; at < text.length; ) {
    const character = text.charAt(at);
    if (character === quote) return at + 1;
    if (character === "<") refuse(text, at, "not-well-formed", "< is written &lt; in an attribute value");
    at = character === "&" ? referenceEnd(text, at) : at + 1;
  }
  refuse(text, start, "not-well-formed", "the attribute value is not closed");
}

/** Whether this is the end of the innermost element is for the library's validator to say. */
function closingTagEnd(scan: Scan, start: number): number {
  const { text, open } = scan;
  const opening = open.pop();
  if (opening === undefined) refuse(text, start, "not-well-formed", "this closing tag has no opening tag");
  const nameStop = nameEnd(text, start + 2);
  const end = skipBlanks(text, nameStop) + 1;
  if (nameStop === start + 2 || text.charCodeAt(end - 1) !== GREATER_THAN) {
    const name = text.slice(opening + 1, nameEnd(text, opening + 1));
    refuse(text, start, "not-well-formed", `expected </${name}>`);
  }
  if (scan.hasOddNames) maskTag(scan, start + 2, nameStop, end, ">");
  return end;
}

/** Returns the end of a comment or of a CDATA section. Everything else that begins with `<!` is refused. */
function sectionEnd({ text, open }: Scan, at: number): number {
  if (text.startsWith("<!--", at)) {
    const dashes = text.indexOf("--", at + 4);
    if (dashes < 0) refuse(text, at, "not-well-formed", "the comment is not closed");
    if (text[dashes + 2] === ">") return dashes + 3;
    refuse(text, dashes, "not-well-formed", "-- is not allowed in a comment");
  }
  const isInRoot = open.length > 0;
  if (isInRoot && text.startsWith("<![CDATA[", at)) return closed(text, at, "]]>", "CDATA section");
  if (/^<!DOCTYPE/i.test(text.slice(at, at + 9))) {
    refuse(text, at, "doctype-refused", "a configuration document cannot contain a DOCTYPE");
  }
  refuse(text, at, "not-well-formed", isInRoot ? "expected a comment or a CDATA section" : "expected a comment");
}

/** The library looks for attributes in an instruction, and takes an apostrophe for a quote, so it does not get the content. */
function instructionEnd({ text, instructions, masks }: Scan, start: number): number {
  const nameStop = nameEnd(text, start + 2);
  const target = text.slice(start + 2, nameStop);
  if (target === "") refuse(text, start, "not-well-formed", "expected a name after <?");
  if (/^xml$/i.test(target)) {
    refuse(text, start, "not-well-formed", "an XML declaration must be at the very beginning, in lower case");
  }
  if (!isBlank(text.charCodeAt(nameStop)) && !text.startsWith("?>", nameStop)) {
    refuse(text, nameStop, "not-well-formed", "expected a space or ?> after the name of the instruction");
  }
  const end = closed(text, start, "?>", "processing instruction");
  instructions.push({ target, start });
  masks.push({ start: start + 2, text: "x".repeat(end - start - 4) });
  return end;
}

function closed(text: string, at: number, terminator: string, what: string): number {
  const end = text.indexOf(terminator, at + 2);
  if (end < 0) refuse(text, at, "not-well-formed", `the ${what} is not closed`);
  return end + terminator.length;
}

/** Replaces an odd name for the library, and leaves out the attributes, because they are read from the original text. */
function maskTag(scan: Scan, nameStart: number, nameStop: number, end: number, closing: string): void {
  if (!ODD_NAME.test(scan.text.slice(nameStart, end))) return;
  const name = scan.text.slice(nameStart, nameStop);
  const isOdd = ODD_NAME.test(name);
  const mask = isOdd ? "x".repeat(name.length) : name;
  scan.masks.push({ start: nameStart, text: mask.padEnd(end - nameStart - closing.length) + closing });
  scan.hasMaskedNames ||= isOdd;
}

function masked(text: string, masks: Scan["masks"]): string {
  if (masks.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const mask of masks) {
    pieces.push(text.slice(at, mask.start), mask.text);
    at = mask.start + mask.text.length;
  }
  return pieces.join("") + text.slice(at);
}

function textChecker(text: string): (from: number, to: number) => void {
  const nextAmpersand = finder(text, "&");
  const nextSectionEnd = finder(text, "]]>");
  return (from, to) => {
    let ampersand = nextAmpersand(from);
    while (ampersand < to) ampersand = nextAmpersand(referenceEnd(text, ampersand));
    const end = nextSectionEnd(from);
    if (end < to) refuse(text, end, "not-well-formed", "]]> ends a CDATA section, but none is open");
  };
}

/** Returns a function that finds the next occurrence of a text. If offsets increase, all calls together read the text once. */
function finder(text: string, what: string): (from: number) => number {
  let position = -1;
  return (from) => {
    if (position < from) position = text.indexOf(what, from);
    if (position < 0) position = Number.POSITIVE_INFINITY;
    return position;
  };
}

const FEW = 8;

const EXCLAMATION_MARK = 33;
const SLASH = 47;
const GREATER_THAN = 62;
const QUESTION_MARK = 63;
