import { XMLParser } from "fast-xml-parser";
import { decodeReferences } from "./characters.ts";
import type { TextRange } from "./tag.ts";

/** The nodes of fast-xml-parser's ordered tree: each is a piece of text, or an element with its content. */
export type TreeNodes = readonly { readonly "#text"?: string; readonly element?: TreeNodes }[];

export function treeNodesOf(text: string, instructions: readonly TextRange[]): TreeNodes {
  // The library returns `any`. This is the tree that its options describe.
  return parser.parse(withoutInstructions(text, instructions)) as TreeNodes;
}

/**
 * All elements get one name, because the library splits names at two characters that XML allows, and refuses names such as `__proto__`.
 * Their names and attributes come from the pass that checks the rules: the library gives no offsets of attributes, and keeps line ends in
 * them. References are decoded by our function, because the library's leaves references of more than 32 characters.
 */
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  jPath: false,
  maxNestedTags: Number.POSITIVE_INFINITY,
  transformTagName: (name) => (name.endsWith("/") ? "element/" : "element"),
  entityDecoder: { decode: decodeReferences, reset() {}, setXmlVersion() {}, addInputEntities() {}, setExternalEntities() {} },
});

/** The library takes an apostrophe in an instruction for a quote, so it gets blanks instead of each instruction. */
function withoutInstructions(text: string, instructions: readonly TextRange[]): string {
  let result = "";
  let at = 0;
  for (const { start, end } of instructions) {
    result += text.slice(at, start + 2) + " ".repeat(end - start - 4);
    at = end - 2;
  }
  return result + text.slice(at);
}
