import { illegalAt, isBlank, nameEnd, skipBlanks } from "./characters.ts";
import { declarationEnd } from "./declaration.ts";
import { refuse } from "./error.ts";
import type { Limits } from "./limits.ts";
import { BYTE_ORDER_MARK } from "./place.ts";
import { referenceEnd } from "./references.ts";
import { AFTER_ROOT, closingTagEnd, ODD_NAME, openingTagEnd, type Scan } from "./tag-rules.ts";

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

const EXCLAMATION_MARK = 33;
const SLASH = 47;
const QUESTION_MARK = 63;
