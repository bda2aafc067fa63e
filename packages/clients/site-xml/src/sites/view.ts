import { checkOptionsArgument, checkSite } from "../arguments.ts";
import { keyOf } from "../deprecation.ts";
import type { SiteDocument } from "../document.ts";
import { type ExpandOptions, expanded } from "../expand.ts";
import { placer } from "../place.ts";
import { printable } from "../printable.ts";
import type { SiteProblem } from "../problem.ts";
import type { SiteProperty } from "../property.ts";
import { shownValue, type Values } from "../values.ts";

/** The values of a document for a typed view. The object records which names the view has read, and which values clients ignore. */
export interface ViewedValues extends Values {
  /** Matches a pattern against all names. Returns the captured groups of each match, in the order of the document. */
  match(pattern: RegExp): readonly (readonly string[])[];
  /** Returns the effective properties that the view has not read. */
  others(): readonly SiteProperty[];
  /** Returns the values that clients ignore, as problems. */
  problems(): readonly SiteProblem[];
}

/** Returns the values of a document, with expanded references, for a typed view. */
export function viewed(site: SiteDocument, options: ExpandOptions): ViewedValues {
  checkSite(site);
  checkOptionsArgument(options, "the options");
  const { settings } = site;
  const values = expanded(site, options);
  const requests = new Set<string>();
  const problems: SiteProblem[] = [];
  return {
    ...values,
    get(name) {
      requests.add(keyOf(name));
      return values.get(name);
    },
    ignored(name, value, expected) {
      const message = printable(`${name} is ${shownValue(value)}, which clients ignore: they expect ${expected}.`);
      const place = placer(site.text)(settings.get(keyOf(name))?.start ?? 0);
      problems.push({ code: "ignored-value", severity: "warning", message, ...place, property: name });
    },
    match(pattern) {
      return [...settings.keys()].flatMap((name) => {
        const parts = pattern.exec(name);
        return parts === null ? [] : [parts.slice(1)];
      });
    },
    others() {
      return [...settings].flatMap(([key, property]) => (requests.has(key) ? [] : [property]));
    },
    problems: () => problems,
  };
}
