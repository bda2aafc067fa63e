import { type X2jOptions, XMLParser, XMLValidator } from "fast-xml-parser";
import { nameEnd } from "./characters.ts";
import { refuse } from "./error.ts";
import type { Limits } from "./limits.ts";
import { BYTE_ORDER_MARK } from "./place.ts";
import { decodeReferences } from "./references.ts";
import { type CheckedText, checkRules } from "./rules.ts";

/** A node of fast-xml-parser's ordered tree: its only key is the name of an element, or `#text`. */
export interface TreeNode {
  readonly [key: string]: string | readonly TreeNode[];
}

/** A checked and parsed text. */
export interface ParsedText extends CheckedText {
  readonly text: string;
  /** The nodes outside of all elements. One of them is the root element. */
  readonly nodes: readonly TreeNode[];
}

/** Checks a text, first by our rules and then with fast-xml-parser's validator, and parses it with fast-xml-parser. */
export function parsed(text: string, limits: Limits): ParsedText {
  const checked = checkRules(text, limits);
  const { parseable, hasMaskedNames, unclosed } = checked;
  const verdict = XMLValidator.validate(parseable);
  if (verdict !== true) {
    const { msg, line, col } = verdict.err;
    const [, name] = /^Expected closing tag '([^']*)'/.exec(msg) ?? [];
    if (unclosed === undefined || name !== undefined) {
      const reason = name === undefined || hasMaskedNames ? "this tag does not match" : `expected </${name}>`;
      refuse(text, offsetOf(parseable, line, col), "not-well-formed", reason);
    }
    const open = text.slice(unclosed + 1, nameEnd(text, unclosed + 1));
    refuse(text, unclosed, "not-well-formed", `<${open}> is not closed`);
  }
  // The library returns `any`. This is the tree that its options describe.
  const nodes = parser.parse(parseable) as readonly TreeNode[];
  return { ...checked, text, nodes };
}

/** Returns the offsets of an element in the original text. */
export function rangeOf(element: TreeNode): { readonly start: number; readonly end: number } {
  const { startIndex = 0, endIndex = startIndex } = (element as unknown as Located)[METADATA] ?? {};
  return { start: startIndex, end: endIndex };
}

interface Located {
  readonly [METADATA: symbol]: { readonly startIndex?: number; readonly endIndex?: number } | undefined;
}

const METADATA = XMLParser.getMetaDataSymbol().valueOf();

/**
 * Attributes are read from the original text, because the library gives no offsets for them and does not read a line end in them as a space.
 * References are decoded by our function, because the library's leaves references of more than 32 characters. Both, depth and names have
 * been checked before.
 */
const options: X2jOptions = {
  preserveOrder: true,
  captureMetaData: true,
  ignoreAttributes: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  jPath: false,
  maxNestedTags: Number.POSITIVE_INFINITY,
  onDangerousProperty: (name) => name,
  entityDecoder: {
    decode: decodeReferences,
    reset() {},
    setXmlVersion() {},
    addInputEntities() {},
    setExternalEntities() {},
  },
};
const parser = new XMLParser(options);

/** Returns the offset of a place as the validator gives it: lines end at line feeds, and a byte order mark does not count. */
function offsetOf(text: string, line: number, column: number): number {
  let at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  for (let left = line; left > 1; left--) at = text.indexOf("\n", at) + 1;
  return at + column - 1;
}
