import { nameEnd, skipBlanks } from "./characters.ts";
import { refuse } from "./error.ts";
import type { Limits } from "./limits.ts";
import { referenceEnd } from "./references.ts";
import type { Instruction } from "./rules.ts";

/** What has been seen of a text while its rules are checked. */
export interface Scan {
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
export const ODD_NAME = /[\u1680\ufeff\ud800-\udfff]|__proto__|constructor|prototype/;

export const AFTER_ROOT = "nothing but comments may come after the root element";

/** Checks an opening tag. Returns its end. */
export function openingTagEnd(scan: Scan, start: number): number {
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

/** Checks a closing tag, but not its name, which the library's validator compares. Returns its end. */
export function closingTagEnd(scan: Scan, start: number): number {
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

/** Replaces an odd name for the library, and leaves out the attributes, because they are read from the original text. */
function maskTag(scan: Scan, nameStart: number, nameStop: number, end: number, closing: string): void {
  if (!ODD_NAME.test(scan.text.slice(nameStart, end))) return;
  const name = scan.text.slice(nameStart, nameStop);
  const isOdd = ODD_NAME.test(name);
  const mask = isOdd ? "x".repeat(name.length) : name;
  scan.masks.push({ start: nameStart, text: mask.padEnd(end - nameStart - closing.length) + closing });
  scan.hasMaskedNames ||= isOdd;
}

const FEW = 8;

const SLASH = 47;
const GREATER_THAN = 62;
