import { trimBlanks } from "./characters.ts";
import type { PropertyDraft } from "./current-property.ts";
import type { Decisions } from "./decide.ts";
import { keyOf } from "./deprecation.ts";
import type { Findings } from "./findings.ts";
import { type ElementKind, isField, kindOf } from "./kinds.ts";
import type { SiteProperty } from "./property.ts";
import type { Attribute } from "./tag.ts";

/** Reports the places of a document that Hadoop's clients read differently than one would expect. */
export interface ClientWarnings {
  refusedByClients(offset: number, reason: string): void;
  /**
   * Called for an element. `outer` lists the kinds of the open elements, beginning with the root; `includes` counts the open include
   * elements.
   */
  element(element: Element, outer: readonly ElementKind[], includes: number): void;
  attribute(draft: PropertyDraft, attribute: Attribute): void;
  field(draft: PropertyDraft, kind: ElementKind, start: number): void;
  /** Called for text between the elements. */
  strayText(start: number): void;
  /** Called at the end of a property. */
  property(draft: PropertyDraft, start: number): void;
  outcome(property: SiteProperty, outcome: ReturnType<Decisions<SiteProperty>["add"]>): void;
}

interface Element {
  readonly name: string;
  readonly kind: ElementKind;
  readonly attributes: readonly Attribute[];
  readonly start: number;
}

/**
 * Collects the warnings of a document. The messages are only made when they are shown, because they depend on properties that come later.
 */
export function clientWarnings({ report }: Findings, { winners, finals }: Decisions<SiteProperty>): ClientWarnings {
  const setAgain = (name: string) => `${name} is set again in line ${winners.get(keyOf(name))?.line}, and that value applies`;
  const overridesFinal = (name: string) => `${name} has no effect, because line ${finals.get(keyOf(name))?.line} made it final`;
  return {
    refusedByClients: (offset, reason) => {
      report("client-refuses", `Clients refuse the whole file, because ${reason}`, offset);
    },
    element,
    attribute,
    field,
    strayText: (start) => report("stray-text", "Text between the elements is ignored", start),
    property,
    outcome: (property, { replaced, refusedBy }) => {
      if (replaced !== undefined) report("duplicate", setAgain, replaced.start, replaced.name);
      if (refusedBy !== undefined) report("overrides-final", overridesFinal, property.start, property.name);
    },
  };

  function element({ name, kind, attributes, start }: Element, outer: readonly ElementKind[], includes: number): void {
    if (kind === "include") include(name, attributes, start);
    else if (kind === "fallback") fallback(includes, start);
    else if (kind === "other") {
      const message = `<${name}> is not part of the format; clients read its content as if the tags were not there`;
      report("unknown-element", message, start);
    } else {
      if (name !== kind) report("other-namespace", `Clients read <${name}> as <${kind}>`, start);
      place(kind, outer.at(-1), start);
    }
  }

  function fallback(includes: number, start: number): void {
    if (includes > 0) return;
    const message = "After a <fallback> outside an include, clients ignore everything until an include ends";
    report("stray-fallback", message, start);
  }

  /** Reports an element of the format that is in an unusual place. */
  function place(kind: ElementKind, parent: ElementKind | undefined, start: number): void {
    if (parent === undefined || parent === "other" || parent === "include" || parent === "fallback") return;
    if (kind === "property") {
      if (parent === "configuration") return;
      report("nested-property", `<property> is inside <${parent}>; clients drop what they have read of the outer property`, start);
    } else if (isField(parent) || parent === "description") {
      const effect = isField(kind) ? `; clients discard the text of <${parent}> before it` : "";
      report("nested-field", `<${kind}> is inside <${parent}>${effect}`, start);
    } else if (kind === "configuration" ? parent === "property" : parent === "configuration") {
      report("misplaced-element", `<${kind}> is ignored in <${parent}>`, start);
    }
  }

  function include(name: string, attributes: readonly Attribute[], start: number): void {
    report("include", includeMessage(name, attributes), start);
  }

  function attribute(draft: PropertyDraft, { name, localName, start }: Attribute): void {
    const kind = kindOf(localName);
    if (!isField(kind) && kind !== "description") {
      if (!name.startsWith("xml")) report("unknown-attribute", `The attribute ${name} is ignored here`, start);
      return;
    }
    if (name !== localName) report("other-namespace", `Clients read the attribute ${name} as ${localName}`, start);
    field(draft, kind, start);
  }

  function field({ seen }: PropertyDraft, kind: ElementKind, start: number): void {
    if (kind === "source") return;
    if (seen.includes(kind)) {
      report("repeated-element", `<${kind}> is repeated; the last one that is not empty counts`, start);
    } else seen.push(kind);
  }

  function property({ name, value, hasEmptyValue, final }: PropertyDraft, start: number): void {
    if (name === undefined || name === "") {
      report("no-name", "A property without a name is ignored", start);
      return;
    }
    if (trimBlanks(name) !== name) report("padded-name", padded, start, name);
    if (keyOf(name) !== name) report("deprecated", deprecated, start, name);
    if (value === "") report("empty-text", setToEmptyText, start, name);
    if (value === undefined) {
      if (hasEmptyValue) report("empty-value", setByEmptyValue, start, name);
      else report("no-value", "A property without a value sets nothing", start, name);
    }
    if (final !== undefined && !["true", "false", ""].includes(final)) {
      report("unclear-final", `Only <final>true</final> makes a property final, not "${final}"`, start, name);
    }
  }
}

function includeMessage(name: string, attributes: readonly Attribute[]): string {
  const target = attributes.findLast(({ localName }) => localName === "href")?.value;
  return target === undefined
    ? `<${name}> has no href, so clients read its content as if the tags were not there`
    : `<${name}> of ${target} is not read here, so its properties are missing`;
}

// Messages are made when they are shown, because a document with many problems never shows most of them.

function padded(name: string): string {
  return `No client finds "${name}", because clients look for names without the blanks around them`;
}

function deprecated(name: string): string {
  return `${name} is deprecated; clients read it as ${keyOf(name)}`;
}

function setToEmptyText(name: string): string {
  return `${name} is set to an empty text`;
}

function setByEmptyValue(name: string): string {
  return `An empty <value> sets nothing; value="" would set ${name} to an empty text`;
}
