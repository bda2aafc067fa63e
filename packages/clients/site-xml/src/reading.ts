import { skipBlanks, trimBlanks } from "./characters.ts";
import { clientWarnings } from "./client-warnings.ts";
import { type Decisions, decisions } from "./decide.ts";
import { clearDraft, emptyDraft, isFinal } from "./draft.ts";
import { SiteXmlError } from "./error.ts";
import { findings } from "./findings.ts";
import { isField, type Kind, kindOf } from "./kinds.ts";
import type { Limits } from "./limits.ts";
import { namespaces, targetFault } from "./namespaces.ts";
import { lineCounter } from "./place.ts";
import type { SiteProblem } from "./problem.ts";
import { type PropertyStore, propertyStore } from "./property-store.ts";
import { scan } from "./scan.ts";
import { type Attribute, isDeclaration } from "./tag.ts";
import { tokenOf } from "./token.ts";

/** The content of a document, as clients read it. */
export interface Reading {
  readonly properties: PropertyStore;
  readonly decisions: Decisions;
  readonly problems: readonly SiteProblem[];
  /** The offsets of the root element's start and end. */
  readonly root: { readonly start: number; readonly end: number };
}

/**
 * Reads a document as Hadoop's clients do. They ignore prefixes and the depth of elements, and have one current property: `<property>`
 * clears it, each field overwrites a part of it, and `</property>` stores it.
 */
export function readAsClients(text: string, limits: Limits): Reading {
  const found = findings();
  const properties = propertyStore(text);
  const settled = decisions(properties.name);
  const odd = clientWarnings(text, found, properties, settled);
  const lineAt = lineCounter(text);
  const scope = namespaces(odd.refusedByClients);
  const token = tokenOf(text);
  const notes = tokenOf(text);
  const draft = emptyDraft();
  const root = { start: 0, end: 0 };

  // The kinds of the open elements, beginning with the root element, and the open properties among them.
  const kinds: Kind[] = [];
  const starts: { readonly start: number; readonly line: number; readonly mark: number }[] = [];
  let fields = 0;
  let descriptions = 0;
  let includes = 0;
  let isSkipping = false;

  try {
    scan(text, limits, { open, text: readText, close, instruction });
  } catch (error) {
    const { name } = draft;
    throw error instanceof SiteXmlError && starts.length > 0 && name !== undefined ? error.about(name) : error;
  }
  return { properties, decisions: settled, problems: found.problems(text), root };

  function open(name: string, attributes: readonly Attribute[], start: number): void {
    if (kinds.length === 0) root.start = start;
    let kind = kindOf(name);
    // A known name without attributes cannot break the rules of namespaces, so it is not checked.
    if (kind === "other" || attributes.length > 0) {
      scope.open(name, attributes, start, kinds.length);
      kind = kindOf(name.slice(name.indexOf(":") + 1));
    }
    odd.element({ name, kind, attributes, start }, kinds, includes);
    kinds.push(kind);
    if (kind === "property") {
      starts.push({ start, line: lineAt(start), mark: found.mark() });
      clearDraft(draft);
      for (const attribute of attributes) if (!isDeclaration(attribute)) readAttribute(attribute);
    } else if (isField(kind)) {
      fields++;
      token.clear();
      odd.field(draft, kind, start);
    } else if (kind === "description") {
      if (descriptions++ === 0) notes.clear();
      odd.field(draft, kind, start);
    } else if (kind === "include") includes++;
    else if (kind === "fallback") isSkipping = true;
  }

  function readAttribute(attribute: Attribute): void {
    const { localName, value, valueStart } = attribute;
    odd.attribute(draft, attribute);
    if (localName === "source") draft.sources.push(value);
    else if (localName === "name") {
      draft.name = value;
      draft.nameAt = valueStart + 1;
    } else if (localName === "value") {
      draft.value = value;
      draft.valueAt = valueStart + 1;
    } else if (localName === "final") draft.final = value;
    else if (localName === "tag") {
      draft.tag = value;
      draft.tagAt = valueStart + 1;
    } else if (localName === "description") {
      draft.description = value;
      draft.descriptionAt = valueStart + 1;
    }
  }

  function readText(from: number, to: number, isSection: boolean): void {
    if (fields > 0) token.add(from, to, isSection);
    if (descriptions > 0) notes.add(from, to, isSection);
    if (fields + descriptions === 0) odd.text(kinds.at(-1), from, to);
  }

  function close(_start: number, end: number): void {
    const kind = kinds.pop();
    if (isField(kind)) {
      fields--;
      readField(kind, token.value());
    } else if (kind === "property") closeProperty(end);
    else if (kind === "description") {
      if (--descriptions === 0) {
        draft.description = notes.value();
        draft.descriptionAt = notes.start();
      }
    } else if (kind === "include") {
      includes--;
      isSkipping = false;
    }
    scope.close(kinds.length);
    if (kinds.length === 0) root.end = end;
  }

  /**
   * Reads a field as clients do: a name is trimmed, and a value is not. An empty field does not change what an earlier field or attribute
   * has set.
   */
  function readField(kind: Kind | undefined, content: string): void {
    if (kind === "final") draft.final = content;
    else if (kind === "source") draft.sources.push(content);
    else if (content === "") draft.hasEmptyValue ||= kind === "value";
    else if (kind === "name") {
      draft.name = trimBlanks(content);
      draft.nameAt = skipBlanks(text, token.start());
    } else if (kind === "value") {
      draft.value = content;
      draft.valueAt = token.start();
    } else {
      draft.tag = content;
      draft.tagAt = token.start();
    }
  }

  function closeProperty(end: number): void {
    const begun = starts.pop();
    if (begun === undefined || isSkipping) return;
    const { start, line, mark } = begun;
    const { name } = draft;
    odd.property(draft, start);
    if (name === undefined || name === "") return;
    found.name(name, mark);
    const property = properties.add(draft, name, line, start, end);
    odd.outcome(property, settled.add(property, name, isFinal(draft), draft.value !== undefined));
  }

  function instruction(target: string, start: number): void {
    const reason = targetFault(target);
    if (reason !== undefined) odd.refusedByClients(start, reason);
  }
}
