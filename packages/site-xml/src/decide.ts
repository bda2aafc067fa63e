import type { PropertySetting } from "./property.ts";

/** Which of the properties of one name counts. */
export interface Decision<P extends PropertySetting> {
  /** The one whose value counts; nobody where none has a value. */
  readonly winner: P | undefined;
  /** The first one that said `final`. */
  readonly final: P | undefined;
  /** Those with a value that a later one replaced. */
  readonly replaced: readonly P[];
  /** Those with a value that came too late, after the final one. */
  readonly refused: readonly P[];
}

/**
 * Settles what counts as clients do: the last value wins, unless one before it said `final`. A property without a value sets
 * nothing, but its `final` counts.
 */
export function decide<P extends PropertySetting>(properties: Iterable<P>): ReadonlyMap<string, Decision<P>> {
  const drafts = new Map<string, Draft<P>>();
  for (const property of properties) {
    let draft = drafts.get(property.name);
    if (draft === undefined) {
      draft = { winner: undefined, final: undefined, replaced: [], refused: [] };
      drafts.set(property.name, draft);
    }
    add(draft, property);
  }
  return drafts;
}

interface Draft<P> {
  winner: P | undefined;
  final: P | undefined;
  readonly replaced: P[];
  readonly refused: P[];
}

function add<P extends PropertySetting>(draft: Draft<P>, property: P): void {
  if (draft.final !== undefined) {
    if (property.value !== undefined) draft.refused.push(property);
    return;
  }
  if (property.final) draft.final = property;
  if (property.value === undefined) return;
  if (draft.winner !== undefined) draft.replaced.push(draft.winner);
  draft.winner = property;
}
