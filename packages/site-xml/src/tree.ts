import { XMLParser } from "fast-xml-parser";
import { FILLER, type Mask, masked } from "./mask.ts";
import { decodeReferences } from "./references.ts";

/** An element as fast-xml-parser found it, with the stretch of the text that it takes. */
export interface TreeElement {
  readonly name: string;
  /** Values by name, decoded, in order of appearance. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Decoded text (CDATA included) and elements, in order; comments and instructions are left out. */
  readonly children: readonly (string | TreeElement)[];
  readonly start: number;
  readonly end: number;
}

/** The root element of a text that `checkWellFormed` let pass with these masks. */
export function readTree(text: string, masks: readonly Mask[]): TreeElement {
  const nodes: readonly ParsedNode[] = parser.parse(masked(text, masks));
  for (const node of nodes) {
    const child = childOf(node);
    if (typeof child !== "string") return child;
  }
  throw new TypeError("A checked document has a root element.");
}

const TEXT = "#text";
const ATTRIBUTES = ":@";
const ATTRIBUTE_PREFIX = "@_";

/**
 * fast-xml-parser refuses or renames elements that are called like members of Object (`constructor`, `toString`). With this
 * prefix, which no name in XML can have, every name is an ordinary one.
 */
const NAME_PREFIX = "<";

const parser = new XMLParser({
  preserveOrder: true,
  captureMetaData: true,
  // Exact strings: no numbers, no booleans, no trimming.
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE_PREFIX,
  textNodeName: TEXT,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Its own decoder does not know character references unless HTML's entities come along, and none of many digits.
  entityDecoder: {
    decode: decodeReferences,
    reset: nothing,
    addInputEntities: nothing,
    setExternalEntities: nothing,
    setXmlVersion: nothing,
  },
  // Callbacks get no path as a string, which would be built anew for each node.
  jPath: false,
  // The check has a limit of its own.
  maxNestedTags: Number.POSITIVE_INFINITY,
  // A self-closing tag comes with its slash first, and then once more without.
  transformTagName: (name) => (name.endsWith("/") || name.startsWith(NAME_PREFIX) ? name : NAME_PREFIX + name),
});

function nothing(): void {}

/** What fast-xml-parser's `preserveOrder` gives: text, or one key that names an element and holds its children. */
interface ParsedNode {
  readonly [TEXT]?: string;
  readonly [ATTRIBUTES]?: Readonly<Record<string, string>>;
  readonly [element: ElementKey]: readonly ParsedNode[];
  readonly [position: symbol]: { readonly startIndex: number; readonly endIndex: number };
}

type ElementKey = `${typeof NAME_PREFIX}${string}`;

const POSITION = positionSymbol();

/** It is declared as the object `Symbol`, which cannot be a key. */
function positionSymbol(): symbol {
  const symbol: unknown = XMLParser.getMetaDataSymbol();
  if (typeof symbol === "symbol") return symbol;
  throw new TypeError("fast-xml-parser keeps positions under a symbol.");
}

function childOf(node: ParsedNode): string | TreeElement {
  for (const key in node) if (isElementKey(key)) return elementOf(node, key);
  return node[TEXT] ?? "";
}

function isElementKey(key: string): key is ElementKey {
  return key.startsWith(NAME_PREFIX);
}

function elementOf(node: ParsedNode, key: ElementKey): TreeElement {
  const position = node[POSITION];
  return {
    name: key.slice(NAME_PREFIX.length),
    attributes: attributesOf(node),
    children: (node[key] ?? []).map(childOf),
    start: position?.startIndex ?? 0,
    end: position?.endIndex ?? 0,
  };
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

function attributesOf({ [ATTRIBUTES]: attributes }: ParsedNode): ReadonlyMap<string, string> {
  if (attributes === undefined) return NO_ATTRIBUTES;
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(attributes)) {
    values.set(name.slice(ATTRIBUTE_PREFIX.length), value.replaceAll(FILLER, ""));
  }
  return values;
}
