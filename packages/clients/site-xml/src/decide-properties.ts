import { decisions } from "./decide.ts";
import { keyOf } from "./deprecation.ts";
import type { PropertySetting } from "./property.ts";
import { NOTHING } from "./rows.ts";

/** The result of deciding which properties of a list take effect. */
export interface Decided<P> {
  /** For each key, the property whose value takes effect. The keys are in the order of their first appearance. */
  readonly winners: ReadonlyMap<string, P>;
  /** Returns the first `final` property with this name. */
  final(name: string): P | undefined;
}

/** Decides which properties of a list take effect. `refused` is called for each property that an earlier `final` property overrides. */
export function decideProperties<P extends PropertySetting>(
  properties: readonly P[],
  refused: (property: P, final: P) => void = () => {},
): Decided<P> {
  const settled = decisions((number) => properties[number]?.name ?? "");
  const winners = new Map<string, P>();
  for (const [number, property] of properties.entries()) {
    const { name, value, final = false } = property;
    const by = properties[settled.add(number, name, final, value !== undefined).refusedBy ?? NOTHING];
    if (by !== undefined) refused(property, by);
    else if (value !== undefined) winners.set(keyOf(name), property);
  }
  return { winners, final: (name) => properties[settled.final(name) ?? NOTHING] };
}
