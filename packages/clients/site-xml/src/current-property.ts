import { trimBlanks } from "./characters.ts";
import { type ElementKind, isField } from "./kinds.ts";
import type { SiteProperty } from "./property.ts";
import type { Attribute } from "./tag.ts";

/** The fields of the property that is being read. */
export interface PropertyDraft {
  name: string | undefined;
  value: string | undefined;
  /** The text of `final`; the property is final if the text is `true`. */
  final: string | undefined;
  description: string | undefined;
  tag: string | undefined;
  sources: readonly string[];
  /** Whether the property has a `<value>` without any text. */
  hasEmptyValue: boolean;
  /** The kinds of fields that have occurred. */
  readonly seen: ElementKind[];
}

/** The one property that clients have at a time, and the text of the fields that are open. */
export interface CurrentProperty {
  draft: PropertyDraft;
  fields: number;
  descriptions: number;
  /** The content of a field. It includes the text of the elements inside of it. */
  content: string;
  description: string;
}

export function noProperty(): CurrentProperty {
  return { draft: emptyDraft(), fields: 0, descriptions: 0, content: "", description: "" };
}

/** Clears all fields, which clients do at the start of each property. */
export function clear(current: CurrentProperty): void {
  current.draft = emptyDraft();
}

export function setAttribute({ draft }: CurrentProperty, { localName, value }: Attribute): void {
  if (localName === "source") draft.sources = [...draft.sources, value];
  else if (localName === "name") draft.name = value;
  else if (localName === "value") draft.value = value;
  else if (localName === "final") draft.final = value;
  else if (localName === "tag") draft.tag = value;
  else if (localName === "description") draft.description = value;
}

export function openField(current: CurrentProperty, kind: ElementKind): void {
  if (kind !== "description") {
    current.fields++;
    current.content = "";
  } else if (current.descriptions++ === 0) current.description = "";
}

/** Adds text to the open fields. Returns whether there are any. */
export function addText(current: CurrentProperty, text: string): boolean {
  if (current.fields > 0) current.content += text;
  if (current.descriptions > 0) current.description += text;
  return current.fields + current.descriptions > 0;
}

/**
 * Closes a field as clients do: a name is trimmed, and a value is not. An empty field does not change what an earlier field or attribute has
 * set.
 */
export function closeField(current: CurrentProperty, kind: ElementKind): void {
  const { draft, content } = current;
  if (kind === "description") {
    if (--current.descriptions === 0) draft.description = current.description;
    return;
  }
  if (!isField(kind)) return;
  current.fields--;
  if (kind === "final") draft.final = content;
  else if (kind === "source") draft.sources = [...draft.sources, content];
  else if (content === "") draft.hasEmptyValue ||= kind === "value";
  else if (kind === "name") draft.name = trimBlanks(content);
  else if (kind === "value") draft.value = content;
  else draft.tag = content;
}

/** Returns the current property, which must have a name. */
export function propertyOf(
  { value, description, tag, sources, final }: PropertyDraft,
  name: string,
  place: Pick<SiteProperty, "line" | "start" | "end">,
): SiteProperty {
  // Clients compare the text exactly, so `true` with white space around it does not count.
  const property: Writable<SiteProperty> = { name, final: final === "true", sources, ...place };
  if (value !== undefined) property.value = value;
  if (description !== undefined) property.description = description;
  if (tag !== undefined) property.tag = tag;
  return property;
}

type Writable<Value> = { -readonly [Field in keyof Value]: Value[Field] };

/** All properties without sources share this list, because most have none. */
const NO_SOURCES: readonly string[] = [];

function emptyDraft(): PropertyDraft {
  return {
    name: undefined,
    value: undefined,
    final: undefined,
    description: undefined,
    tag: undefined,
    sources: NO_SOURCES,
    hasEmptyValue: false,
    seen: [],
  };
}
