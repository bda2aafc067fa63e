import { trimBlanks } from "./characters.ts";
import { type ElementKind, isField, kindOf } from "./kinds.ts";
import type { SiteProperty } from "./property.ts";
import type { Attribute } from "./tag.ts";

/** What has been read of a property. */
export interface PropertyDraft {
  name?: string;
  value?: string;
  /** The text of `final`; the property is final if the text is `true`. */
  final?: string;
  description?: string;
  tag?: string;
  readonly sources: string[];
  /** Whether the property has a `<value>` without any text. */
  hasEmptyValue: boolean;
  /** The kinds of fields that have occurred. */
  readonly seen: ElementKind[];
}

/** The one property that clients have at a time, and the text of the fields that are open. */
type CurrentProperty = ReturnType<typeof noProperty>;

export function noProperty() {
  return {
    draft: emptyDraft(),
    /** The numbers of open fields and descriptions. */
    fields: 0,
    descriptions: 0,
    /** The content of a field. It includes the text of the elements inside of it. */
    content: "",
    description: "",
  };
}

/** Returns the draft of a property without fields. Clients clear all fields at the start of each property. */
export function emptyDraft(): PropertyDraft {
  return { sources: [], hasEmptyValue: false, seen: [] };
}

export function setAttribute({ draft }: CurrentProperty, { name, value }: Attribute): void {
  setField(draft, kindOf(name), value);
}

export function openField(current: CurrentProperty, kind: ElementKind): void {
  if (isField(kind)) {
    current.fields++;
    current.content = "";
  } else if (kind === "description" && current.descriptions++ === 0) current.description = "";
}

/** Adds text to the open fields. Returns whether there are any. */
export function addText(current: CurrentProperty, text: string): boolean {
  if (current.fields > 0) current.content += text;
  if (current.descriptions > 0) current.description += text;
  return current.fields + current.descriptions > 0;
}

/**
 * Closes a field as clients do: a name is trimmed, and a value is not. An empty name, value or tag does not change what an earlier field or
 * attribute has set.
 */
export function closeField(current: CurrentProperty, kind: ElementKind): void {
  const { draft, content } = current;
  if (kind === "description") {
    if (--current.descriptions === 0) draft.description = current.description;
  } else if (isField(kind)) {
    current.fields--;
    if (content !== "" || kind === "final" || kind === "source") setField(draft, kind, kind === "name" ? trimBlanks(content) : content);
    else if (kind === "value") draft.hasEmptyValue = true;
  }
}

function setField(draft: PropertyDraft, kind: ElementKind, text: string): void {
  if (kind === "source") draft.sources.push(text);
  else if (kind === "description" || kind === "name" || kind === "value" || kind === "final" || kind === "tag") draft[kind] = text;
}

/** Returns the property of a draft. */
export function propertyOf(
  { value, description, tag, sources, final }: PropertyDraft,
  name: string,
  place: Pick<SiteProperty, "line" | "start" | "end">,
): SiteProperty {
  return {
    name,
    // Clients compare the text exactly, so `true` with white space around it does not count.
    final: final === "true",
    sources: sources.length === 0 ? NO_SOURCES : [...sources],
    ...place,
    ...(value !== undefined && { value }),
    ...(description !== undefined && { description }),
    ...(tag !== undefined && { tag }),
  };
}

/** All properties without sources share this list, because most have none. */
const NO_SOURCES: readonly string[] = [];
