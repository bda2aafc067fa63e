import { trimBlanks } from "./characters.ts";
import { settleProperty, warnOfAttribute, warnOfElement, warnOfPart, warnOfProperty } from "./client-warnings.ts";
import { addText, emptyDraft, noProperty, propertyOf, readPart, setPart } from "./current-property.ts";
import type { Limits } from "./document.ts";
import { checkNames, checkTarget, OUTERMOST, type Scope } from "./namespaces.ts";
import { placer } from "./place.ts";
import { findings } from "./problem.ts";
import { decisions, type SiteProperty } from "./property.ts";
import { checkRules } from "./rules.ts";
import { type ElementKind, isPart, type Tag } from "./tag.ts";
import { type TreeNodes, treeNodesOf } from "./tree.ts";

/**
 * Reads a document as Hadoop's clients do. They ignore prefixes and the depth of elements, and have one current property: `<property>`
 * clears it, each field overwrites a part of it, and `</property>` stores it.
 */
export function readAsClients(text: string, limits: Limits) {
  const { root, tags, instructions } = checkRules(text, limits);
  const reader = readerOf(text, tags);
  const { properties, findings, settled } = reader;
  for (const { target, start } of instructions) checkTarget(target, start, findings.report);
  readContent(reader, treeNodesOf(text, instructions), 0, undefined, OUTERMOST);
  const range = { start: root.start, end: root.elementEnd };
  return { properties, settings: settled.winners, problems: findings.problems(text), root: range };
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(text: string, tags: readonly Tag[]) {
  const properties: SiteProperty[] = [];
  return {
    text,
    tags,
    /** The number of tags that have been read. */
    count: 0,
    findings: findings(),
    settled: decisions<SiteProperty>(),
    placeAt: placer(text),
    properties,
    current: noProperty(),
    /** The number of open includes. */
    includes: 0,
    /** Whether properties are ignored until the next include ends. */
    isSkipping: false,
  };
}

function readContent(reader: Reader, nodes: TreeNodes, start: number, outer: ElementKind | undefined, scope: Scope): void {
  let at = start;
  let hasStrayText = false;
  for (const { element: content, "#text": text = "" } of nodes) {
    const tag = reader.tags[reader.count];
    if (content !== undefined && tag !== undefined) {
      reader.count++;
      readElement(reader, tag, content, outer, scope);
      at = tag.elementEnd;
      hasStrayText = false;
      continue;
    }
    const isStray = !addText(reader.current, text) && (outer === "property" || outer === "configuration");
    if (!isStray || hasStrayText || trimBlanks(text) === "") continue;
    hasStrayText = true;
    reader.findings.report("stray-text", "Text between the elements is ignored", textStart(reader.text, at));
  }
}

function readElement(reader: Reader, tag: Tag, content: TreeNodes, outer: ElementKind | undefined, outerScope: Scope): void {
  const { current } = reader;
  const { report } = reader.findings;
  const { name, kind, attributes, start } = tag;
  // A known name without attributes cannot break the rules of namespaces, so it is not checked.
  const isPlain = kind === name && attributes.length === 0;
  const scope = isPlain ? outerScope : checkNames(tag, outerScope, report);
  warnOfElement(report, tag, outer, reader.includes > 0);
  const readInside = () => readContent(reader, content, tag.end, kind, scope);
  if (kind === "property") readProperty(reader, tag, readInside);
  else if (isPart(kind)) {
    warnOfPart(report, current.draft, kind, start);
    readPart(current, kind, readInside);
  } else if (kind === "include") {
    reader.includes++;
    readInside();
    reader.includes--;
    reader.isSkipping = false;
  } else {
    if (kind === "fallback") reader.isSkipping = true;
    readInside();
  }
}

function readProperty(reader: Reader, { start, elementEnd: end, attributes }: Tag, readInside: () => void): void {
  const { current, properties, settled } = reader;
  const { report, listed } = reader.findings;
  const { line } = reader.placeAt(start);
  const first = listed.length;
  current.draft = emptyDraft();
  for (const attribute of attributes) {
    if (attribute.kind === "declaration") continue;
    warnOfAttribute(report, current.draft, attribute);
    setPart(current.draft, attribute.kind, attribute.value);
  }
  readInside();
  if (reader.isSkipping) return;
  const { draft } = current;
  warnOfProperty(report, draft, start);
  const { name } = draft.texts;
  if (name === undefined || name === "") return;
  // What was reported inside of the property concerns it, but its name was not known yet.
  for (const finding of listed.slice(first)) finding.property ??= name;
  const property = propertyOf(draft, name, { line, start, end });
  properties.push(property);
  settleProperty(report, settled, property);
}

/** Returns where the text after an offset begins. Blanks, comments and instructions are no text, and a section begins with its content. */
function textStart(text: string, from: number): number {
  NO_TEXT.lastIndex = from;
  let at = from;
  while (NO_TEXT.test(text)) at = NO_TEXT.lastIndex;
  return at;
}

const NO_TEXT = /[ \t\r\n]+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[|\]\]>/y;
