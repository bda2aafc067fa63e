import { nameEnd, trimBlanks } from "./characters.ts";
import { clientWarnings } from "./client-warnings.ts";
import { decisions } from "./decide.ts";
import { refuse } from "./error.ts";
import { findings } from "./findings.ts";
import { isField, type Kind, kindOf } from "./kinds.ts";
import { namespaces, targetFault } from "./namespaces.ts";
import { lineCounter } from "./place.ts";
import type { SiteProblem } from "./problem.ts";
import { emptyDraft, type SiteProperty } from "./property.ts";
import { type Attribute, isDeclaration, type Tag, tagAt } from "./tag.ts";
import { type ParsedText, rangeOf, type TreeNode } from "./tree.ts";

/** The content of a document, as clients read it. */
export interface Reading {
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
export function readAsClients({ text, nodes, instructions, hasMaskedNames }: ParsedText): Reading {
  const notes = findings();
  const settled = decisions<SiteProperty>();
  const warn = clientWarnings(notes, settled);
  const scope = namespaces(warn.refusedByClients);
  const lineAt = lineCounter(text);
  const properties: SiteProperty[] = [];
  /** The kinds of the open elements, beginning with the root element. */
  const kinds: Kind[] = [];
  let draft = emptyDraft();
  let fields = 0;
  let descriptions = 0;
  let includes = 0;
  let isSkipping = false;
  // The content of a field includes the text of the elements inside of it.
  let content = "";
  let description = "";

  for (const { target, start } of instructions) {
    const reason = targetFault(target);
    if (reason !== undefined) warn.refusedByClients(start, reason);
  }
  let root = { start: 0, end: 0 };
  for (const node of nodes) if (keyOfNode(node) !== "#text") root = readElement(node, keyOfNode(node));
  return { properties, settings: settingsOf(settled), problems: notes.problems(text), root };

  function readElement(node: TreeNode, key: string): { readonly start: number; readonly end: number } {
    const range = rangeOf(node);
    const { start, end } = range;
    const { name, attributes, end: tagEnd } = bareTag(text, key, start) ?? tagAt(text, start);
    // A known name without attributes cannot break the rules of namespaces, so it is not checked.
    if (kindOf(name) === "other" || attributes.length > 0) scope.open(name, attributes, start, kinds.length);
    const kind = kindOf(name.slice(name.indexOf(":") + 1));
    warn.element({ name, kind, attributes, start }, kinds, includes);
    const mark = notes.mark();
    const line = kind === "property" ? lineAt(start) : 0;
    open(kind, attributes, start);
    kinds.push(kind);
    readContent(node[key], kind, tagEnd);
    kinds.pop();
    if (hasMaskedNames && text.charAt(end - 2) !== "/") checkClosingTag(name, end);
    if (kind === "property") closeProperty(start, end, line, mark);
    else close(kind);
    scope.close(kinds.length);
    return range;
  }

  function open(kind: Kind, attributes: readonly Attribute[], start: number): void {
    if (kind === "property") {
      draft = emptyDraft();
      for (const attribute of attributes) if (!isDeclaration(attribute)) readAttribute(attribute);
    } else if (isField(kind)) {
      fields++;
      content = "";
      warn.field(draft, kind, start);
    } else if (kind === "description") {
      if (descriptions++ === 0) description = "";
      warn.field(draft, kind, start);
    } else if (kind === "include") includes++;
    else if (kind === "fallback") isSkipping = true;
  }

  function readAttribute(attribute: Attribute): void {
    const { localName, value } = attribute;
    warn.attribute(draft, attribute);
    if (localName === "source") draft.sources = [...draft.sources, value];
    else if (
      localName === "name" ||
      localName === "value" ||
      localName === "final" ||
      localName === "tag" ||
      localName === "description"
    )
      draft[localName] = value;
  }

  function readContent(children: TreeNode[string] | undefined, parent: Kind, start: number): void {
    if (typeof children !== "object") return;
    let at = start;
    let hasStrayText = false;
    for (const child of children) {
      const piece = child["#text"];
      if (typeof piece !== "string") {
        at = readElement(child, keyOfNode(child)).end;
        hasStrayText = false;
        continue;
      }
      if (fields > 0) content += piece;
      if (descriptions > 0) description += piece;
      const isStray = fields + descriptions === 0 && (parent === "property" || parent === "configuration");
      if (!isStray || hasStrayText || trimBlanks(piece) === "") continue;
      hasStrayText = true;
      warn.strayText(textStart(text, at));
    }
  }

  /**
   * Reads a field as clients do: a name is trimmed, and a value is not. An empty field does not change what an earlier field or attribute
   * has set.
   */
  function close(kind: Kind): void {
    if (isField(kind)) {
      fields--;
      if (kind === "final") draft.final = content;
      else if (kind === "source") draft.sources = [...draft.sources, content];
      else if (content === "") draft.hasEmptyValue ||= kind === "value";
      else if (kind === "name") draft.name = trimBlanks(content);
      else if (kind === "value") draft.value = content;
      else draft.tag = content;
    } else if (kind === "description") {
      if (--descriptions === 0) draft.description = description;
    } else if (kind === "include") {
      includes--;
      isSkipping = false;
    }
  }

  function closeProperty(start: number, end: number, line: number, mark: number): void {
    if (isSkipping) return;
    warn.property(draft, start);
    const { name, value, description: what, tag, sources } = draft;
    if (name === undefined || name === "") return;
    notes.name(name, mark);
    // Clients compare the text exactly, so `true` with white space around it does not count.
    const property: Writable<SiteProperty> = { name, final: draft.final === "true", sources, line, start, end };
    if (value !== undefined) property.value = value;
    if (what !== undefined) property.description = what;
    if (tag !== undefined) property.tag = tag;
    properties.push(property);
    warn.outcome(property, settled.add(property));
  }

  /** The validator has compared only the masks of these names. */
  function checkClosingTag(name: string, end: number): void {
    const start = text.lastIndexOf("<", end - 1);
    if (text.slice(start + 2, nameEnd(text, start + 2)) === name) return;
    refuse(text, start, "not-well-formed", `expected </${name}>`);
  }
}

type Writable<Value> = { -readonly [Field in keyof Value]: Value[Field] };

/** Returns the only key of a node. */
function keyOfNode(node: TreeNode): string {
  for (const key in node) return key;
  return "";
}

/** Returns the tag of a known element if it consists of the name alone, as most do; otherwise `undefined`. */
function bareTag(text: string, key: string, start: number): Omit<Tag, "nameEnd"> | undefined {
  const end = start + 1 + key.length;
  return kindOf(key) !== "other" && text.charAt(end) === ">"
    ? { name: key, attributes: NO_ATTRIBUTES, end: end + 1 }
    : undefined;
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
function settingsOf({
  winners,
  finals,
}: ReturnType<typeof decisions<SiteProperty>>): ReadonlyMap<string, SiteProperty> {
  for (const [key] of finals) {
    const winner = winners.get(key);
    if (winner !== undefined && !winner.final) winners.set(key, { ...winner, final: true });
  }
  return winners;
}
