import type { SiteDocument } from "../document.ts";
import { type ExpandOptions, expanded } from "../expand.ts";
import type { SiteProperty } from "../property.ts";
import type { Values } from "../values.ts";

/** A document while a typed view is made of it: it remembers which names were asked for. */
export interface ViewedValues extends Values {
  /** The parts of all names that the pattern matches, in document order; its groups, without the whole. */
  match(pattern: RegExp): readonly (readonly string[])[];
  /** The properties that count and that nobody asked for. */
  others(): readonly SiteProperty[];
}

/** The values of a document with their references expanded, for a typed view. */
export function viewed({ settings, get }: SiteDocument, options: ExpandOptions): ViewedValues {
  const values = expanded({ get }, options);
  const asked = new Set<string>();
  return {
    get(name) {
      asked.add(name);
      return values.get(name);
    },
    match(pattern) {
      return [...settings.keys()].flatMap((name) => {
        const parts = pattern.exec(name);
        return parts === null ? [] : [parts.slice(1)];
      });
    },
    others() {
      return [...settings.values()].filter(({ name }) => !asked.has(name));
    },
  };
}
