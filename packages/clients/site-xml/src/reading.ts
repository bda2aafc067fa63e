import { skipBlanks, trimBlanks } from "./characters.ts";
import { warnOfAttribute, warnOfElement, warnOfIneffective, warnOfPart, warnOfProperty } from "./client-warnings.ts";
import type { Limits } from "./document.ts";
import { checkNames, checkTarget, OUTERMOST, type Scope } from "./namespaces.ts";
import { placer } from "./place.ts";
import { findings } from "./problem.ts";
import { decisionsOf, type SiteProperty } from "./property.ts";
import { checkRules } from "./rules.ts";
import { type ElementKind, isField, isPart, type PartKind, type Tag } from "./tag.ts";
import { type TreeNodes, treeNodesOf } from "./tree.ts";

/**
 * Reads a document as Hadoop's clients do. They ignore prefixes and the depth of elements, and have one current property: `<property>`
 * clears it, each field overwrites a part of it, and `</property>` stores it.
 */
export function readAsClients(text: string, limits: Limits) {
  const { root, tags, instructions } = checkRules(text, limits);
  const reader = readerOf(text, tags);
  for (const { start } of instructions) checkTarget(text, start, reader.report);
  readContent(reader, treeNodesOf(text, instructions), 0, { kind: undefined, scope: OUTERMOST, isInPart: false, isInInclude: false });
  const { properties, report, problems } = reader;
  const decided = decisionsOf(properties);
  warnOfIneffective(report, decided);
  return { properties, settings: decided.winners, problems: problems(text), root: { start: root.start, end: root.elementEnd } };
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(text: string, tags: readonly Tag[]) {
  const properties: SiteProperty[] = [];
  return {
    ...findings(),
    text,
    /** The tags that have not been read yet, in reverse order. */
    unread: tags.toReversed(),
    placeAt: placer(text),
    properties,
    draft: emptyDraft(),
    /** The text since the last field began, which may contain elements. */
    content: "",
    /** Whether properties are ignored until the next include ends. */
    isSkipping: false,
  };
}

/** What has been read of the current property. */
export type PropertyDraft = ReturnType<typeof emptyDraft>;

function emptyDraft() {
  const texts: { [Kind in Exclude<PartKind, "source">]?: string } = {};
  const sources: string[] = [];
  /** The parts that have occurred. They have no text if they are empty. */
  const seen: PartKind[] = [];
  return { texts, sources, seen };
}

/** The elements around a part of a document. */
export interface Around {
  /** The kind of the innermost element. */
  readonly kind: ElementKind | undefined;
  readonly scope: Scope;
  readonly isInPart: boolean;
  readonly isInInclude: boolean;
}

/** Reads the content of an element, which begins at an offset. Returns the text in it, at any depth, if the element is inside a part. */
function readContent(reader: Reader, nodes: TreeNodes, start: number, around: Around): string {
  let content = "";
  // Where the next text begins, unless it has been reported.
  let at: number | undefined = start;
  for (const { element, "#text": text = "" } of nodes) {
    const tag = element && reader.unread.pop();
    if (element && tag) {
      const inner = readElement(reader, tag, element, around);
      if (around.isInPart) content += inner;
      at = tag.elementEnd;
    } else if (around.isInPart) {
      content += text;
      reader.content += text;
    } else if ((around.kind === "property" || around.kind === "configuration") && at !== undefined && skipBlanks(text, 0) < text.length) {
      reader.report("stray-text", "Text between the elements is ignored", textStart(reader.text, at));
      at = undefined;
    }
  }
  return content;
}

function readElement(reader: Reader, tag: Tag, nodes: TreeNodes, around: Around): string {
  const { name, kind, attributes } = tag;
  // A known name without attributes cannot break the rules of namespaces, so it is not checked.
  const isPlain = kind === name && attributes.length === 0;
  const scope = isPlain ? around.scope : checkNames(tag, around.scope, reader.report);
  warnOfElement(reader.report, tag, around);
  const inside = { kind, scope, isInPart: around.isInPart || isPart(kind), isInInclude: around.isInInclude || kind === "include" };
  if (kind === "property") return readProperty(reader, tag, nodes, inside);
  if (isPart(kind)) return readPart(reader, kind, tag, nodes, inside);
  if (kind === "fallback") reader.isSkipping = true;
  const content = readContent(reader, nodes, tag.end, inside);
  if (kind === "include") reader.isSkipping = false;
  return content;
}

/**
 * Reads a field as clients do: a name is trimmed, and a value is not. An empty name, value or tag does not change what an earlier field or
 * attribute has set. A description, which clients ignore, is all text of its element.
 */
function readPart(reader: Reader, kind: PartKind, { start, end }: Tag, nodes: TreeNodes, inside: Around): string {
  warnOfPart(reader.report, reader.draft, kind, start);
  if (isField(kind)) reader.content = "";
  const content = readContent(reader, nodes, end, inside);
  const text = isField(kind) ? reader.content : content;
  const isKept = text === "" && (kind === "name" || kind === "value" || kind === "tag");
  if (!isKept) setPart(reader.draft, kind, kind === "name" ? trimBlanks(text) : text);
  return content;
}

function setPart({ texts, sources }: PropertyDraft, kind: PartKind, text: string): void {
  if (kind === "source") sources.push(text);
  else texts[kind] = text;
}

function readProperty(reader: Reader, tag: Tag, nodes: TreeNodes, inside: Around): string {
  const { report, listed } = reader;
  const { start, elementEnd: end } = tag;
  const { line } = reader.placeAt(start);
  const first = listed.length;
  reader.draft = emptyDraft();
  for (const attribute of tag.attributes) {
    warnOfAttribute(report, reader.draft, attribute);
    if (isPart(attribute.kind)) setPart(reader.draft, attribute.kind, attribute.value);
  }
  const content = readContent(reader, nodes, tag.end, inside);
  if (reader.isSkipping) return content;
  const { texts, sources } = reader.draft;
  const { name = "" } = texts;
  warnOfProperty(report, reader.draft, start);
  if (name === "") return content;
  // What was reported inside of the property concerns it, but its name was not known yet.
  for (const finding of listed.slice(first)) finding.property ??= name;
  // Clients compare the text exactly, so `true` with white space around it does not count.
  const final = texts.final === "true";
  reader.properties.push({ ...texts, name, final, sources: sources.length === 0 ? NO_SOURCES : [...sources], line, start, end });
  return content;
}

/** All properties without sources share this list, because most have none. */
const NO_SOURCES: readonly string[] = [];

/** Returns where the text after an offset begins. Blanks, comments and instructions are no text, and a section begins with its content. */
function textStart(text: string, from: number): number {
  NO_TEXT.lastIndex = from;
  let at = from;
  while (NO_TEXT.test(text)) at = NO_TEXT.lastIndex;
  return at;
}

const NO_TEXT = /[ \t\r\n]+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[|\]\]>/y;
