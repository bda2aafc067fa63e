import { trimBlanks } from "./characters.ts";
import type { SiteProperty } from "./property.ts";
import { type Attribute, isField } from "./tag.ts";

/** What has been read of a property. */
export type PropertyDraft = ReturnType<typeof emptyDraft>;

/** Returns the draft of a property without fields. Clients clear all fields at the start of each property. */
export function emptyDraft() {
  const texts: { [Kind in PartKind]?: string } = {};
  const sources: string[] = [];
  const seen: PartKind[] = [];
  return {
    /** The texts of the fields and of the description. */
    texts,
    sources,
    /** The kinds of fields that have occurred. */
    seen,
    /** Whether the property has a `<value>` without any text. */
    hasEmptyValue: false,
  };
}

type PartKind = Attribute["kind"];

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

/** Adds text to the open fields. Returns whether there are any. */
export function addText(current: CurrentProperty, text: string): boolean {
  if (current.fields > 0) current.content += text;
  if (current.descriptions > 0) current.description += text;
  return current.fields + current.descriptions > 0;
}

/**
 * Reads a field as clients do: a name is trimmed, and a value is not. An empty name, value or tag does not change what an earlier field or
 * attribute has set. A description is the text of the outermost element.
 */
export function readPart(current: CurrentProperty, kind: PartKind, readInside: () => void): void {
  if (!isField(kind)) {
    if (current.descriptions++ === 0) current.description = "";
    readInside();
    if (--current.descriptions === 0) setPart(current.draft, kind, current.description);
    return;
  }
  current.fields++;
  current.content = "";
  readInside();
  current.fields--;
  const { draft, content } = current;
  if (content !== "" || kind === "final" || kind === "source") setPart(draft, kind, kind === "name" ? trimBlanks(content) : content);
  else if (kind === "value") draft.hasEmptyValue = true;
}

export function setPart({ texts, sources }: PropertyDraft, kind: PartKind, text: string): void {
  if (kind === "source") sources.push(text);
  else texts[kind] = text;
}

/** Returns the property of a draft. */
export function propertyOf(draft: PropertyDraft, name: string, place: Pick<SiteProperty, "line" | "start" | "end">): SiteProperty {
  const { sources } = draft;
  const { value, final, description, tag } = draft.texts;
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
