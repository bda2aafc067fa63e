import { nameEnd, trimBlanks } from "./characters.ts";
import { type ClientWarnings, clientWarnings } from "./client-warnings.ts";
import { addText, type CurrentProperty, clear, closeField, noProperty, openField, propertyOf, setAttribute } from "./current-property.ts";
import { type Decisions, decisions } from "./decide.ts";
import { refuse } from "./error.ts";
import { type Findings, findings } from "./findings.ts";
import { type ElementKind, isField, kindOf } from "./kinds.ts";
import { type Namespaces, namespaces, targetFault } from "./namespaces.ts";
import { lineCounter } from "./place.ts";
import type { SiteProblem } from "./problem.ts";
import type { SiteProperty } from "./property.ts";
import { type Attribute, isDeclaration, type Tag, tagAt } from "./tag.ts";
import { type ParsedText, rangeOf, type TreeNode } from "./tree.ts";

/** The content of a document, as clients read it. */
export interface ReadContent {
  readonly properties: readonly SiteProperty[];
  /** For each key, the property that takes effect. */
  readonly settings: ReadonlyMap<string, SiteProperty>;
  readonly problems: readonly SiteProblem[];
  /** The offsets of the root element's start and end. */
  readonly root: { readonly start: number; readonly end: number };
}

/**
 * Reads a document as Hadoop's clients do. They ignore prefixes and the depth of elements, and have one current property: `<property>`
 * clears it, each field overwrites a part of it, and `</property>` stores it.
 */
export function readAsClients(parsed: ParsedText): ReadContent {
  const notes = findings();
  const settled = decisions<SiteProperty>();
  const warn = clientWarnings(notes, settled);
  const reader: Reader = {
    ...parsed,
    notes,
    settled,
    warn,
    scope: namespaces(warn.refusedByClients),
    lineAt: lineCounter(parsed.text),
    properties: [],
    kinds: [],
    current: noProperty(),
    includes: 0,
    isSkipping: false,
  };
  for (const { target, start } of parsed.instructions) {
    const reason = targetFault(target);
    if (reason !== undefined) warn.refusedByClients(start, reason);
  }
  let root = { start: 0, end: 0 };
  for (const node of parsed.nodes) if (keyOfNode(node) !== "#text") root = readElement(reader, node);
  return { properties: reader.properties, settings: settingsOf(settled), problems: notes.problems(parsed.text), root };
}

interface Reader extends Pick<ParsedText, "text" | "hasMaskedNames"> {
  readonly notes: Findings;
  readonly settled: Decisions<SiteProperty>;
  readonly warn: ClientWarnings;
  readonly scope: Namespaces;
  readonly lineAt: (offset: number) => number;
  readonly properties: SiteProperty[];
  /** The kinds of the open elements, beginning with the root element. */
  readonly kinds: ElementKind[];
  readonly current: CurrentProperty;
  /** The number of open includes. */
  includes: number;
  /** Whether properties are ignored until the next include ends. */
  isSkipping: boolean;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function readElement(reader: Reader, node: TreeNode): Range {
  const { text, warn, scope, kinds } = reader;
  const range = rangeOf(node);
  const { start, end } = range;
  const key = keyOfNode(node);
  const { name, attributes, end: tagEnd } = bareTag(text, key, start) ?? tagAt(text, start);
  // A known name without attributes cannot break the rules of namespaces, so it is not checked.
  if (kindOf(name) === "other" || attributes.length > 0) scope.open(name, attributes, start, kinds.length);
  const kind = kindOf(name.slice(name.indexOf(":") + 1));
  warn.element({ name, kind, attributes, start }, kinds, reader.includes);
  const mark = reader.notes.mark();
  const line = kind === "property" ? reader.lineAt(start) : 0;
  open(reader, kind, attributes, start);
  kinds.push(kind);
  readContent(reader, node[key], kind, tagEnd);
  kinds.pop();
  if (reader.hasMaskedNames && text.charAt(end - 2) !== "/") checkClosingTag(text, name, end);
  if (kind === "property") closeProperty(reader, { line, start, end }, mark);
  else closeField(reader.current, kind);
  if (kind === "include") {
    reader.includes--;
    reader.isSkipping = false;
  }
  scope.close(kinds.length);
  return range;
}

function open(reader: Reader, kind: ElementKind, attributes: readonly Attribute[], start: number): void {
  const { current, warn } = reader;
  if (kind === "property") {
    clear(current);
    for (const attribute of attributes) {
      if (isDeclaration(attribute)) continue;
      warn.attribute(current.draft, attribute);
      setAttribute(current, attribute);
    }
  } else if (isField(kind) || kind === "description") {
    openField(current, kind);
    warn.field(current.draft, kind, start);
  } else if (kind === "include") reader.includes++;
  else if (kind === "fallback") reader.isSkipping = true;
}

function readContent(reader: Reader, children: TreeNode[string] | undefined, parent: ElementKind, start: number): void {
  if (typeof children !== "object") return;
  let at = start;
  let hasStrayText = false;
  for (const child of children) {
    const piece = child["#text"];
    if (typeof piece !== "string") {
      at = readElement(reader, child).end;
      hasStrayText = false;
      continue;
    }
    const isStray = !addText(reader.current, piece) && (parent === "property" || parent === "configuration");
    if (!isStray || hasStrayText || trimBlanks(piece) === "") continue;
    hasStrayText = true;
    reader.warn.strayText(textStart(reader.text, at));
  }
}

function closeProperty(reader: Reader, place: Range & { readonly line: number }, mark: number): void {
  if (reader.isSkipping) return;
  const { warn, settled } = reader;
  const { draft } = reader.current;
  warn.property(draft, place.start);
  const { name } = draft;
  if (name === undefined || name === "") return;
  reader.notes.name(name, mark);
  const property = propertyOf(draft, name, place);
  reader.properties.push(property);
  warn.outcome(property, settled.add(property));
}

/** The validator has compared only the masks of these names. */
function checkClosingTag(text: string, name: string, end: number): void {
  const start = text.lastIndexOf("<", end - 1);
  if (text.slice(start + 2, nameEnd(text, start + 2)) === name) return;
  refuse(text, start, "not-well-formed", `expected </${name}>`);
}

/** Returns the only key of a node. */
function keyOfNode(node: TreeNode): string {
  for (const key in node) return key;
  return "";
}

/** Returns the tag of a known element if it consists of the name alone, as most do; otherwise `undefined`. */
function bareTag(text: string, key: string, start: number): Omit<Tag, "nameEnd"> | undefined {
  const end = start + 1 + key.length;
  return kindOf(key) !== "other" && text.charAt(end) === ">" ? { name: key, attributes: NO_ATTRIBUTES, end: end + 1 } : undefined;
}

const NO_ATTRIBUTES: readonly Attribute[] = [];

/** Returns where the text after an offset begins. Blanks, comments and instructions are no text, and a section begins with its content. */
function textStart(text: string, from: number): number {
  NO_TEXT.lastIndex = from;
  let at = from;
  while (NO_TEXT.test(text)) at = NO_TEXT.lastIndex;
  return at;
}

const NO_TEXT = /[ \t\r\n]+|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[|\]\]>/y;

/** A property counts as final if any property of its name is `final`. */
function settingsOf({ winners, finals }: ReturnType<typeof decisions<SiteProperty>>): ReadonlyMap<string, SiteProperty> {
  for (const [key] of finals) {
    const winner = winners.get(key);
    if (winner !== undefined && !winner.final) winners.set(key, { ...winner, final: true });
  }
  return winners;
}
