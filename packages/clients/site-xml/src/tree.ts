import { XMLParser } from "fast-xml-parser";
import { decodeReferences } from "./characters.ts";
import type { Limits } from "./document.ts";
import { checkRules, type Instruction } from "./rules.ts";
import type { TextRange } from "./tag.ts";

/** A node of fast-xml-parser's ordered tree: a piece of text, or an element with its content. */
export interface TreeNode {
  readonly "#text"?: string;
  readonly element?: readonly TreeNode[];
}

/** A checked and parsed text. */
export interface ParsedText {
  readonly text: string;
  readonly instructions: readonly Instruction[];
  /** The nodes outside of all elements. One of them is the root element. */
  readonly nodes: readonly TreeNode[];
}

/** Checks a text by our rules, and parses it with fast-xml-parser. */
export function parsed(text: string, limits: Limits): ParsedText {
  const instructions = checkRules(text, limits);
  // The library returns `any`. This is the tree that its options describe.
  const nodes = parser.parse(withoutInstructions(text, instructions)) as readonly TreeNode[];
  return { text, instructions, nodes };
}

/** Returns the offsets of an element in the text. */
export function rangeOf(element: TreeNode): TextRange {
  const { startIndex = 0, endIndex = startIndex } = (element as Located)[METADATA] ?? {};
  return { start: startIndex, end: endIndex };
}

interface Located extends TreeNode {
  readonly [METADATA: symbol]: { readonly startIndex?: number; readonly endIndex?: number } | undefined;
}

const METADATA = XMLParser.getMetaDataSymbol().valueOf();

/**
 * All elements get one name, because the library splits names at two characters that XML allows, and refuses names such as `__proto__`.
 * Their names and attributes are read from the text: the library gives no offsets of attributes, and keeps line ends in them. References
 * are decoded by our function, because the library's leaves references of more than 32 characters.
 */
const parser = new XMLParser({
  preserveOrder: true,
  captureMetaData: true,
  ignoreAttributes: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  jPath: false,
  maxNestedTags: Number.POSITIVE_INFINITY,
  transformTagName: (name) => (name.endsWith("/") ? "element/" : "element"),
  entityDecoder: {
    decode: decodeReferences,
    reset() {},
    setXmlVersion() {},
    addInputEntities() {},
    setExternalEntities() {},
  },
});

/** The library takes an apostrophe in an instruction for a quote, so it gets blanks instead of each instruction. */
function withoutInstructions(text: string, instructions: readonly Instruction[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of instructions) {
    result += text.slice(at, start + 2) + " ".repeat(end - start - 4);
    at = end - 2;
  }
  return result + text.slice(at);
}
