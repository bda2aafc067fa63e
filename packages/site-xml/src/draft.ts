import type { Kind } from "./kinds.ts";

/** What the property that is read now has said so far. */
export interface Draft {
  name: string | undefined;
  /** Where the name stands in the text, unless it stands there otherwise than it reads. */
  nameAt: number;
  value: string | undefined;
  valueAt: number;
  /** What stands where `true` makes a property final. */
  final: string | undefined;
  description: string | undefined;
  descriptionAt: number;
  sources: string[];
  tag: string | undefined;
  tagAt: number;
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

/** Only this text, without a blank, makes a property final. */
export function isFinal({ final }: Draft): boolean {
  return final === "true";
}
