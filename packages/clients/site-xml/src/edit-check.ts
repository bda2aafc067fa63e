import { keyOf } from "./deprecation.ts";
import type { SiteDocument } from "./document.ts";
import type { KeyedEdit } from "./keyed-edits.ts";
import type { SiteProperty } from "./property.ts";

/** Whether clients see the new values in an edited document, and all other values as before. */
export function keepsTheRest(
  before: SiteDocument,
  after: SiteDocument,
  keyed: ReadonlyMap<string, KeyedEdit>,
): boolean {
  if (after === before) return true;
  for (const [key, { value }] of keyed) {
    const [old, fresh] = [before.settings.get(key), after.settings.get(key)];
    if (fresh?.value !== value) return false;
    if (value === undefined && holds(after, key)) return false;
    if (value !== undefined && old !== undefined && (old.final !== fresh?.final || !isSame(old, fresh))) return false;
  }
  if (errorsOf(after) > errorsOf(before)) return false;
  const others = restOf(after, keyed);
  for (const property of restOf(before, keyed)) {
    const { value: other } = others.next();
    if (other === undefined || other.value !== property.value || !isSame(property, other)) return false;
  }
  return others.next().value === undefined;
}

function holds({ properties }: SiteDocument, key: string): boolean {
  for (const { name } of properties) if (keyOf(name) === key) return true;
  return false;
}

/** Yields the properties that an edit must not change. */
function* restOf(
  { properties }: SiteDocument,
  keyed: ReadonlyMap<string, KeyedEdit>,
): Generator<SiteProperty, undefined> {
  for (const property of properties) if (!keyed.has(keyOf(property.name))) yield property;
}

function isSame(one: SiteProperty, other: SiteProperty): boolean {
  return (
    one.name === other.name &&
    one.final === other.final &&
    one.description === other.description &&
    one.tag === other.tag &&
    one.sources.length === other.sources.length &&
    one.sources.every((source, index) => source === other.sources[index])
  );
}

function errorsOf({ problems }: SiteDocument): number {
  return problems.filter(({ severity }) => severity === "error").length;
}
