import { isBlank, nameEnd, skipBlanks } from "./characters.ts";
import { refuse } from "./error.ts";
import type { Limits } from "./limits.ts";
import { type Mask, maskBlank } from "./mask.ts";
import { referenceEnd } from "./references.ts";

/** What the check of one document is about; masks are collected on the way. */
export interface Scan {
  readonly text: string;
  readonly limits: Limits;
  readonly masks: Mask[];
}

/** Checks the attributes of the opening tag at `tag`, whose name ends at `nameStop`, and returns where the tag ends. */
export function tagEnd(scan: Scan, tag: number, nameStop: number): number {
  const { text, limits } = scan;
  // Nearly every tag of such a document has no attributes.
  if (text.charCodeAt(nameStop) === GREATER_THAN) return nameStop + 1;
  const names = new Set<string>();
  let at = nameStop;
  for (;;) {
    const start = skipBlanks(text, at);
    if (text.charCodeAt(start) === GREATER_THAN) return start + 1;
    if (text.startsWith("/>", start)) return start + 2;
    const nameStop = nameEnd(text, start);
    if (nameStop === start) refuseTag(text, tag, start);
    if (start === at) refuse(text, start, "not-well-formed", "expected a space before the attribute");
    const name = text.slice(start, nameStop);
    if (names.has(name)) refuse(text, start, "not-well-formed", `the attribute ${name} is there twice`);
    names.add(name);
    if (names.size > limits.attributes) {
      refuse(text, start, "too-many-attributes", `more than ${limits.attributes} attributes`);
    }
    at = valueEnd(scan, equalsEnd(text, nameStop, name));
  }
}

const QUOTE = 34;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const SPACE = 32;
const LESS_THAN = 60;
const EQUALS = 61;
const GREATER_THAN = 62;

function equalsEnd(text: string, nameStop: number, name: string): number {
  const equals = skipBlanks(text, nameStop);
  if (text.charCodeAt(equals) !== EQUALS) {
    refuse(text, equals, "not-well-formed", `expected = after the attribute ${name}`);
  }
  return skipBlanks(text, equals + 1);
}

/** Checks the quoted value at `start` and returns where it ends. */
function valueEnd({ text, masks }: Scan, start: number): number {
  const quote = text.charCodeAt(start);
  if (quote !== QUOTE && quote !== APOSTROPHE) {
    refuse(text, start, "not-well-formed", "expected an attribute value in quotes");
  }
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === LESS_THAN) refuse(text, at, "not-well-formed", "< is written &lt; in an attribute value");
    if (code === AMPERSAND) at = referenceEnd(text, at);
    else if (code !== SPACE && isBlank(code)) {
      const mask = maskBlank(text, at);
      masks.push(mask);
      at = mask.end;
    } else at++;
  }
  refuse(text, start, "not-well-formed", "the attribute value is not closed");
}

function refuseTag(text: string, tag: number, at: number): never {
  if (at >= text.length) refuse(text, tag, "not-well-formed", "the tag is not closed");
  refuse(text, at, "not-well-formed", "expected an attribute, > or />");
}
