import type { Decisions } from "./decide.ts";
import { keyOf } from "./deprecation.ts";
import type { SiteProperty } from "./property.ts";

/**
 * The properties that count, by key, in the order in which the keys come up. They are looked up in what reading settled: a `Map` of
 * a large document would take several times the document.
 */
export function settingsOf(
  properties: () => readonly SiteProperty[],
  decisions: Decisions,
): ReadonlyMap<string, SiteProperty> {
  const settings: ReadonlyMap<string, SiteProperty> = {
    get size() {
      return decisions.winners;
    },
    get: (key) => (keyOf(key) === key ? settingOf(key) : undefined),
    has: (key) => keyOf(key) === key && decisions.winner(key) !== undefined,
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
    let number = -1;
    for (const { name, value } of properties()) {
      number++;
      if (value === undefined || decisions.firstWithValue(name) !== number) continue;
      const key = keyOf(name);
      const setting = settingOf(key);
      if (setting !== undefined) yield [key, setting];
    }
  }

  /** A property is final wherever its name was made so. */
  function settingOf(key: string): SiteProperty | undefined {
    const winner = decisions.winner(key);
    const property = winner === undefined ? undefined : properties()[winner];
    if (property === undefined || property.final || decisions.final(key) === undefined) return property;
    return { ...property, final: true };
  }
}
