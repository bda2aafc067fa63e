import type { Kind } from "./kinds.ts";
import { NO_SOURCES, type SiteProperty } from "./property.ts";

/** What the property that is read now has said so far. */
export interface Draft {
  name: string | undefined;
  value: string | undefined;
  /** What stands where `true` makes a property final. */
  final: string | undefined;
  description: string | undefined;
  sources: string[];
  tag: string | undefined;
  /** Whether there is a `<value>` without any text. */
  hasEmptyValue: boolean;
  /** Counts the properties that began. */
  turn: number;
  /**
   * The turn in which each field came last. It is never cleared: a cleared set leaves its old table behind, pointing to the new
   * one, and such a chain of tables outlives most collections of garbage.
   */
  readonly fields: Map<Kind, number>;
}

export function emptyDraft(): Draft {
  return {
    name: undefined,
    value: undefined,
    final: undefined,
    description: undefined,
    sources: [],
    tag: undefined,
    hasEmptyValue: false,
    turn: 0,
    fields: new Map(),
  };
}

/** Forgets everything, as clients do where a property begins. */
export function clearDraft(draft: Draft): void {
  draft.name = undefined;
  draft.value = undefined;
  draft.final = undefined;
  draft.description = undefined;
  if (draft.sources.length > 0) draft.sources = [];
  draft.tag = undefined;
  draft.hasEmptyValue = false;
  draft.turn++;
}

/** The property that the draft is when its element ends. Documents hold many: what nearly all have is made in one piece. */
export function propertyOf(draft: Draft, name: string, line: number, start: number, end: number): SiteProperty {
  const { value, description, tag } = draft;
  const final = draft.final === "true";
  const sources = draft.sources.length === 0 ? NO_SOURCES : [...draft.sources];
  const property: Writable<SiteProperty> =
    value === undefined
      ? { name, final, sources, line, start, end }
      : { name, value, final, sources, line, start, end };
  if (description !== undefined) property.description = description;
  if (tag !== undefined) property.tag = tag;
  return property;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
