import { illegalAt, nameEnd, skipBlanks } from "./characters.ts";
import { declarationEnd } from "./declaration.ts";
import { refuse } from "./error.ts";
import type { Limits } from "./limits.ts";
import { instructionEnd, sectionEnd } from "./markup.ts";
import { BYTE_ORDER_MARK } from "./place.ts";
import { referenceEnd } from "./references.ts";
import { type Attribute, NO_ATTRIBUTES, readAttributes, type Tag, wordAt } from "./tag.ts";

/** Receives the content of a document, in document order. */
export interface Visitor {
  /** Called at the start of an element. Its tag is the text from `start` to `end`. */
  open(name: string, attributes: readonly Attribute[], start: number, end: number): void;
  /** Called for text that has been checked, but whose references are not resolved yet. A CDATA section (`isSection`) has no references. */
  text(from: number, to: number, isSection: boolean): void;
  /** Called at the end of the innermost element. Its closing tag is the text from `start` to `end`; for `<a/>`, both offsets are equal. */
  close(start: number, end: number): void;
  /** Called for a processing instruction. */
  instruction(target: string, start: number): void;
}

/** Checks that a text is one well-formed `configuration` document, and passes its content to the visitor. The text is read once. */
export function scan(text: string, limits: Limits, visitor: Visitor): void {
  const illegal = illegalAt(text);
  if (illegal >= 0) refuse(text, illegal, "not-well-formed", "XML does not allow this character");

  const checkText = textChecker(text);
  const names: string[] = [];
  const tags: number[] = [];
  const tag: Tag = { text, limits, end: 0, isEmpty: false };
  let elements = 0;
  let at = declarationEnd(text, text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0);

  for (;;) {
    const start = text.indexOf("<", at);
    const textEnd = start < 0 ? text.length : start;
    if (textEnd > at) {
      if (names.length === 0) checkBlank(text, at, textEnd, elements);
      else {
        checkText(at, textEnd);
        visitor.text(at, textEnd, false);
      }
    }
    if (start < 0) break;
    at = markupEnd(start);
  }

  const unclosed = names.pop();
  if (unclosed !== undefined) refuse(text, tags.pop() ?? 0, "not-well-formed", `<${unclosed}> is not closed`);
  if (elements === 0) refuse(text, text.length, "not-a-configuration", "expected <configuration>");

  function markupEnd(start: number): number {
    switch (text.charCodeAt(start + 1)) {
      case SLASH:
        return closingTagEnd(start);
      case EXCLAMATION_MARK: {
        const end = sectionEnd(text, start, names.length > 0);
        if (text.charCodeAt(start + 2) === BRACKET) visitor.text(start + "<![CDATA[".length, end - "]]>".length, true);
        return end;
      }
      case QUESTION_MARK: {
        const end = instructionEnd(text, start);
        visitor.instruction(text.slice(start + 2, nameEnd(text, start + 2)), start);
        return end;
      }
      default:
        return openingTagEnd(start);
    }
  }

  function openingTagEnd(start: number): number {
    const nameStop = nameEnd(text, start + 1);
    if (nameStop === start + 1) {
      refuse(text, start, "not-well-formed", "expected a tag after <; inside a value, write &lt;");
    }
    const name = wordAt(text, start + 1, nameStop);
    if (names.length === 0) checkRoot(text, start, name, elements);
    elements++;
    if (elements > limits.elements) refuse(text, start, "too-many-elements", `more than ${limits.elements} elements`);
    if (names.length >= limits.depth) {
      refuse(text, start, "too-deep", `more than ${limits.depth} nested elements`);
    }
    if (text.charCodeAt(nameStop) === GREATER_THAN) {
      names.push(name);
      tags.push(start);
      visitor.open(name, NO_ATTRIBUTES, start, nameStop + 1);
      return nameStop + 1;
    }
    const attributes = readAttributes(tag, start, nameStop);
    visitor.open(name, attributes, start, tag.end);
    if (tag.isEmpty) visitor.close(tag.end, tag.end);
    else {
      names.push(name);
      tags.push(start);
    }
    return tag.end;
  }

  function closingTagEnd(start: number): number {
    const name = names.pop();
    tags.pop();
    if (name === undefined) refuse(text, start, "not-well-formed", "this closing tag has no opening tag");
    let end = start + 2 + name.length;
    if (text.startsWith(name, start + 2)) {
      if (text.charCodeAt(end) !== GREATER_THAN) end = skipBlanks(text, end);
      if (text.charCodeAt(end) === GREATER_THAN) {
        visitor.close(start, end + 1);
        return end + 1;
      }
    }
    refuse(text, start, "not-well-formed", `expected </${name}>`);
  }
}

const EXCLAMATION_MARK = 33;
const SLASH = 47;
const GREATER_THAN = 62;
const QUESTION_MARK = 63;
const BRACKET = 91;

const AFTER_ROOT = "only comments may follow </configuration>";

function checkBlank(text: string, from: number, to: number, elements: number): void {
  const found = skipBlanks(text, from);
  if (found >= to) return;
  if (elements === 0) refuse(text, found, "not-a-configuration", "expected <configuration>");
  refuse(text, found, "not-well-formed", AFTER_ROOT);
}

/** Clients ignore the prefix of the root element's name. */
function checkRoot(text: string, start: number, name: string, elements: number): void {
  if (elements > 0) refuse(text, start, "not-well-formed", AFTER_ROOT);
  if (name.slice(name.indexOf(":") + 1) !== "configuration") {
    refuse(text, start, "not-a-configuration", `expected <configuration>, found <${name}>`);
  }
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

/**
 * Returns a function that finds the next occurrence of a text and caches its position. If offsets increase from call to call, all calls
 * together read the text once.
 */
function finder(text: string, what: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = text.indexOf(what, from);
    if (found < 0) found = Number.POSITIVE_INFINITY;
    return found;
  };
}
