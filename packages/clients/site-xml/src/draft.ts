import type { Kind } from "./kinds.ts";

/** The fields of the property that is being parsed. */
export interface Draft {
  name: string | undefined;
  /** The offset of the name in the text, if the text contains the name literally. */
  nameAt: number;
  value: string | undefined;
  valueAt: number;
  /** The text of the `final` element; the property is final if the text is `true`. */
  final: string | undefined;
  description: string | undefined;
  descriptionAt: number;
  sources: string[];
  tag: string | undefined;
  tagAt: number;
  /** Whether the property has a `<value>` without any text. */
  hasEmptyValue: boolean;
  /** The number of the current property, counted from the start of the document. */
  turn: number;
  /**
   * For each field, the `turn` in which it was last set. This map is not cleared for each property: `Map.clear` keeps the old table in
   * memory, and chains of old tables survive most garbage collections.
   */
  readonly fields: Map<Kind, number>;
}

export function emptyDraft(): Draft {
  return {
    name: undefined,
    nameAt: 0,
    value: undefined,
    valueAt: 0,
    final: undefined,
    description: undefined,
    descriptionAt: 0,
    sources: [],
    tag: undefined,
    tagAt: 0,
    hasEmptyValue: false,
    turn: 0,
    fields: new Map(),
  };
}

/** Clears all fields, which clients do at the start of each property. */
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

/** Clients compare the text exactly, so `true` with white space around it does not count. */
export function isFinal({ final }: Draft): boolean {
  return final === "true";
}
