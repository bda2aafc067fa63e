import { illegalAt, nameEnd, skipBlanks } from "./characters.ts";
import { declarationEnd } from "./declaration.ts";
import { refuse } from "./error.ts";
import type { Limits } from "./limits.ts";
import { instructionEnd, sectionEnd } from "./markup.ts";
import { type Mask, maskInstruction } from "./mask.ts";
import { BYTE_ORDER_MARK } from "./place.ts";
import { referenceEnd } from "./references.ts";
import { type Scan, tagEnd } from "./tag.ts";

/**
 * Refuses every text that is not one well-formed `configuration` document, in a single pass, and returns what must be
 * hidden from fast-xml-parser.
 *
 * fast-xml-parser's own validator lets two roots, undefined entities, `--` in comments and control characters pass.
 */
export function checkWellFormed(text: string, limits: Limits): readonly Mask[] {
  const illegal = illegalAt(text);
  if (illegal >= 0) refuse(text, illegal, "not-well-formed", "this character must not stand in XML");

  const scan: Scan = { text, limits, masks: [] };
  const checkText = textChecker(text);
  const open: OpenElement[] = [];
  let elements = 0;

  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  let at = declarationEnd(text, start);
  scan.masks.push(...maskInstruction(start, at));

  for (;;) {
    const tag = text.indexOf("<", at);
    const textEnd = tag < 0 ? text.length : tag;
    if (open.length > 0) checkText(at, textEnd);
    else checkBlank(text, at, textEnd, elements);
    if (tag < 0) break;
    at = markupEnd(tag);
  }

  const unclosed = open.pop();
  if (unclosed !== undefined) refuse(text, unclosed.tag, "not-well-formed", `<${unclosed.name}> is not closed`);
  if (elements === 0) refuse(text, text.length, "not-a-configuration", "expected <configuration>");
  return scan.masks;

  function markupEnd(tag: number): number {
    switch (text.charCodeAt(tag + 1)) {
      case SLASH:
        return closingTagEnd(text, tag, open.pop());
      case EXCLAMATION_MARK:
        return sectionEnd(text, tag, open.length > 0);
      case QUESTION_MARK: {
        const end = instructionEnd(text, tag);
        scan.masks.push(...maskInstruction(tag, end));
        return end;
      }
      default:
        return openingTagEnd(tag);
    }
  }

  function openingTagEnd(tag: number): number {
    const nameStop = nameEnd(text, tag + 1);
    if (nameStop === tag + 1) {
      refuse(text, tag, "not-well-formed", "expected a tag after <, which is written &lt; in a value");
    }
    const name = text.slice(tag + 1, nameStop);
    if (open.length === 0) checkRoot(text, tag, name, elements);
    elements++;
    if (elements > limits.elements) refuse(text, tag, "too-many-elements", `more than ${limits.elements} elements`);
    if (open.length >= limits.depth) {
      refuse(text, tag, "too-deep", `more than ${limits.depth} elements inside each other`);
    }
    const end = tagEnd(scan, tag, nameStop);
    if (text.charCodeAt(end - 2) !== SLASH) open.push({ name, tag });
    return end;
  }
}

interface OpenElement {
  readonly name: string;
  /** Where its opening tag stands. */
  readonly tag: number;
}

const EXCLAMATION_MARK = 33;
const SLASH = 47;
const GREATER_THAN = 62;
const QUESTION_MARK = 63;

const AFTER_ROOT = "only comments may follow </configuration>";

function checkBlank(text: string, from: number, to: number, elements: number): void {
  const found = skipBlanks(text, from);
  if (found >= to) return;
  if (elements === 0) refuse(text, found, "not-a-configuration", "expected <configuration>");
  refuse(text, found, "not-well-formed", AFTER_ROOT);
}

function checkRoot(text: string, tag: number, name: string, elements: number): void {
  if (elements > 0) refuse(text, tag, "not-well-formed", AFTER_ROOT);
  if (name !== "configuration") refuse(text, tag, "not-a-configuration", `expected <configuration>, found <${name}>`);
}

function closingTagEnd(text: string, tag: number, element: OpenElement | undefined): number {
  if (element === undefined) refuse(text, tag, "not-well-formed", "this closing tag closes nothing");
  const end = skipBlanks(text, tag + 2 + element.name.length);
  if (text.startsWith(element.name, tag + 2) && text.charCodeAt(end) === GREATER_THAN) return end + 1;
  refuse(text, tag, "not-well-formed", `expected </${element.name}>`);
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

/** Finds the next occurrence and remembers it: asked with growing offsets, all searches together read the text once. */
function finder(text: string, what: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = text.indexOf(what, from);
    if (found < 0) found = Number.POSITIVE_INFINITY;
    return found;
  };
}
