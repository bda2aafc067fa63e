import { keyOf } from "./deprecation.ts";
import type { PropertySetting } from "./property.ts";

/**
 * Decides as clients do which properties take effect: the last value does, unless an earlier property is `final`. A property without a value
 * sets nothing, but it can be `final`. A deprecated name and its replacement count as the same name.
 */
export interface Decisions<P> {
  /** For each key, the property whose value takes effect. The keys are in the order of their first values. */
  readonly winners: Map<string, P>;
  /** For each key, the first `final` property. */
  readonly finals: ReadonlyMap<string, P>;
  /** Adds the next property. Returns which earlier property it replaces, or which `final` property overrides it. */
  add(property: P): { readonly replaced?: P | undefined; readonly refusedBy?: P | undefined };
}

export function decisions<P extends PropertySetting>(): Decisions<P> {
  const winners = new Map<string, P>();
  const finals = new Map<string, P>();
  return {
    winners,
    finals,
    add(property) {
      const key = keyOf(property.name);
      const refusedBy = finals.get(key);
      if (refusedBy === undefined && property.final) finals.set(key, property);
      if (property.value === undefined) return {};
      if (refusedBy !== undefined) return { refusedBy };
      const replaced = winners.get(key);
      winners.set(key, property);
      return { replaced };
    },
  };
}
