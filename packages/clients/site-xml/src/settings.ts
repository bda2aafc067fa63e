import type { Decisions } from "./decide.ts";
import { keyOf } from "./deprecation.ts";
import type { SiteProperty } from "./property.ts";
import type { PropertyStore } from "./property-store.ts";

/**
 * Returns the effective properties by key, in the order of first appearance. They are read through the stored offsets, because a `Map` of a
 * large document would take several times the memory of the document.
 */
export function settingsOf(store: PropertyStore, decisions: Decisions): ReadonlyMap<string, SiteProperty> {
  const settings: ReadonlyMap<string, SiteProperty> = {
    get size() {
      return decisions.winners;
    },
    get: (key) => (isKey(key) ? settingOf(key) : undefined),
    has: (key) => isKey(key) && decisions.winner(key) !== undefined,
    forEach(callback, self) {
      for (const [key, setting] of entries()) callback.call(self, setting, key, settings);
    },
    *keys(): Generator<string, undefined> {
      for (const [key] of entries()) yield key;
    },
    *values(): Generator<SiteProperty, undefined> {
      for (const [, setting] of entries()) yield setting;
    },
    entries,
    [Symbol.iterator]: entries,
  };
  return settings;

  function* entries(): Generator<[string, SiteProperty], undefined> {
    for (let property = 0; property < store.length; property++) {
      const name = store.name(property);
      if (decisions.firstWithValue(name) !== property) continue;
      const key = keyOf(name);
      const setting = settingOf(key);
      if (setting !== undefined) yield [key, setting];
    }
  }

  /** A property counts as final if any property of its name is `final`. */
  function settingOf(key: string): SiteProperty | undefined {
    const winner = decisions.winner(key);
    if (winner === undefined) return undefined;
    const property = store.at(winner);
    return property.final || decisions.final(key) === undefined ? property : { ...property, final: true };
  }
}

/** Whether a name is a key of the map. A deprecated name is not a key. The argument can have any type, as in a `Map`. */
function isKey(name: unknown): name is string {
  return typeof name === "string" && keyOf(name) === name;
}
