import { trimBlanks } from "./characters.ts";
import { warnOfAttribute, warnOfElement, warnOfField, warnOfOutcome, warnOfProperty } from "./client-warnings.ts";
import { addText, closeField, emptyDraft, noProperty, openField, propertyOf, setAttribute } from "./current-property.ts";
import { type ElementKind, isField, kindOf } from "./kinds.ts";
import { checkNames, checkTarget, OUTERMOST, type Scope } from "./namespaces.ts";
import { placer } from "./place.ts";
import { findings, type SiteProblem } from "./problem.ts";
import { type Decisions, decisions, type SiteProperties, type SiteProperty } from "./property.ts";
import { type Attribute, isDeclaration, type TextRange, tagAt } from "./tag.ts";
import { type ParsedText, rangeOf, type TreeNode } from "./tree.ts";

/** The content of a document, as clients read it. */
export interface ReadContent {
  readonly properties: SiteProperties;
  /** For each key, the property that takes effect. */
  readonly settings: ReadonlyMap<string, SiteProperty>;
  readonly problems: readonly SiteProblem[];
  /** The offsets of the root element's start and end. */
  readonly root: TextRange;
}

/**
 * Reads a document as Hadoop's clients do. They ignore prefixes and the depth of elements, and have one current property: `<property>`
 * clears it, each field overwrites a part of it, and `</property>` stores it.
 */
export function readAsClients({ text, nodes, instructions }: ParsedText): ReadContent {
  const reader = readerOf(text);
  const { properties, findings, settled } = reader;
  for (const { target, start } of instructions) checkTarget(target, start, findings.report);
  const root = nodes.find(({ element }) => element !== undefined) ?? {};
  readElement(reader, root, undefined, OUTERMOST);
  return { properties, settings: settingsOf(settled), problems: findings.problems(text), root: rangeOf(root) };
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(text: string) {
  const properties: SiteProperty[] = [];
  return {
    text,
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

/** Reads an element. Returns its end. */
function readElement(reader: Reader, node: TreeNode, outer: ElementKind | undefined, outerScope: Scope): number {
  const { text, current, findings } = reader;
  const { start, end } = rangeOf(node);
  const tag = tagAt(text, start);
  const kind = kindOf(tag.name);
  // A known name without attributes cannot break the rules of namespaces, so it is not checked.
  const isPlain = kind === tag.name && tag.attributes.length === 0;
  const scope = isPlain ? outerScope : checkNames(tag, start, outerScope, findings.report);
  warnOfElement(findings.report, tag, start, outer, reader.includes > 0);
  const first = findings.listed.length;
  const line = kind === "property" ? reader.placeAt(start).line : 0;
  if (kind === "property") openProperty(reader, tag.attributes);
  else if (kind === "include") reader.includes++;
  else if (kind === "fallback") reader.isSkipping = true;
  else if (isField(kind) || kind === "description") {
    openField(current, kind);
    warnOfField(findings.report, current.draft, kind, start);
  }
  readContent(reader, node.element ?? [], tag.end, kind, scope);
  if (kind === "property") closeProperty(reader, { line, start, end }, first);
  else closeField(current, kind);
  if (kind === "include") {
    reader.includes--;
    reader.isSkipping = false;
  }
  return end;
}

function openProperty({ current, findings }: Reader, attributes: readonly Attribute[]): void {
  current.draft = emptyDraft();
  for (const attribute of attributes) {
    if (isDeclaration(attribute)) continue;
    warnOfAttribute(findings.report, current.draft, attribute);
    setAttribute(current, attribute);
  }
}

function readContent(reader: Reader, content: readonly TreeNode[], start: number, outer: ElementKind, scope: Scope): void {
  let at = start;
  let hasStrayText = false;
  for (const node of content) {
    const text = node["#text"];
    if (text === undefined) {
      at = readElement(reader, node, outer, scope);
      hasStrayText = false;
      continue;
    }
    const isStray = !addText(reader.current, text) && (outer === "property" || outer === "configuration");
    if (!isStray || hasStrayText || trimBlanks(text) === "") continue;
    hasStrayText = true;
    reader.findings.report("stray-text", "Text between the elements is ignored", textStart(reader.text, at));
  }
}

function closeProperty(
  { current, findings, isSkipping, properties, settled }: Reader,
  place: TextRange & { readonly line: number },
  first: number,
): void {
  if (isSkipping) return;
  const { draft } = current;
  warnOfProperty(findings.report, draft, place.start);
  const { name } = draft;
  if (name === undefined || name === "") return;
  // What was reported inside of the property concerns it, but its name was not known yet.
  for (const finding of findings.listed.slice(first)) finding.property ??= name;
  const property = propertyOf(draft, name, place);
  properties.push(property);
  warnOfOutcome(findings.report, settled, property, settled.add(property));
}

/** Returns where the text after an offset begins. Blanks, comments and instructions are no text, and a section begins with its content. */
function textStart(text: string, from: number): number {
  NO_TEXT.lastIndex = from;
  let at = from;
  while (NO_TEXT.test(text)) at = NO_TEXT.lastIndex;
  return at;
}

const NO_TEXT = /[ \t\r\n]+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[|\]\]>/y;

/** A property counts as final if any property of its name is `final`. */
function settingsOf({ winners, finals }: Decisions<SiteProperty>): ReadonlyMap<string, SiteProperty> {
  for (const key of finals.keys()) {
    const winner = winners.get(key);
    if (winner !== undefined && !winner.final) winners.set(key, { ...winner, final: true });
  }
  return winners;
}
