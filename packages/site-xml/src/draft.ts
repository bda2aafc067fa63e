import type { Kind } from "./kinds.ts";

/** The fields of the property that is being read. */
export interface Draft {
  name: string | undefined;
  /** Where the name is in the text, if the text holds it literally. */
  nameAt: number;
  value: string | undefined;
  valueAt: number;
  /** The text that makes the property final if it is `true`. */
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
   * The order in which the fields came. It is never cleared: a cleared Set keeps a reference from its old table to the new one, and such
   * chains of tables survive most garbage collections.
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
