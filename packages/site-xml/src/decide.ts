import { keyOf } from "./deprecation.ts";
import type { PropertySetting } from "./property.ts";

/** Which of the properties that came so far count, by key: a deprecated name and its newer one are one key. */
export interface Decisions<P extends PropertySetting> {
  /** Those whose value counts, in the order in which their keys came up. */
  readonly winners: ReadonlyMap<string, P>;
  /** The first of each key that said `final`. */
  readonly finals: ReadonlyMap<string, P>;
  /** Takes the next property. */
  add(property: P): Outcome<P>;
}

/** What became of a property: whose value it replaced, or who had made its key final before. */
export interface Outcome<P> {
  readonly replaced?: P;
  readonly refusedBy?: P;
}

/**
 * Settles what counts as clients do: the last value wins, unless one before it said `final`. A property without a value sets
 * nothing, but its `final` counts.
 */
export function decisions<P extends PropertySetting>(): Decisions<P> {
  const winners = new Map<string, P>();
  const finals = new Map<string, P>();
  return {
    winners,
    finals,
    add(property) {
      const key = keyOf(property.name);
      const final = finals.get(key);
      if (final === undefined && property.final) finals.set(key, property);
      if (property.value === undefined) return NOTHING;
      if (final !== undefined) return { refusedBy: final };
      const replaced = winners.get(key);
      winners.set(key, property);
      return replaced === undefined ? NOTHING : { replaced };
    },
  };
}

const NOTHING = {};
