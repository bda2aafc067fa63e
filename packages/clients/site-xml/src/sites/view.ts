import { check } from "../arguments.ts";
import type { SiteDocument } from "../document.ts";
import { type ExpandOptions, expanded } from "../expand.ts";
import { placer, printable } from "../place.ts";
import type { SiteProblem } from "../problem.ts";
import { keyOf, type SiteProperty } from "../property.ts";
import { shownValue, type Values } from "../values.ts";

/** What all typed views of a document have. */
export interface SiteView {
  /** The effective properties that no other field contains, unchanged. */
  readonly others: readonly SiteProperty[];
  /** One problem for each value that clients ignore. This view ignores these values as well. */
  readonly problems: readonly SiteProblem[];
}

/** The values of a document, with expanded references. */
export interface ViewedValues extends Values {
  /** Matches a pattern against all names. Returns the captured group of each match, in the order of the document. */
  match(pattern: RegExp): readonly string[];
}

/** Makes a typed view from a function that reads its fields. */
export function siteView<Fields>(read: (values: ViewedValues) => Fields) {
  return (site: SiteDocument, options: ExpandOptions = {}): Fields & SiteView => {
    check("site", site, "the document");
    const { text, settings } = site;
    const values = expanded(site, options);
    const requests = new Set<string>();
    const problems: SiteProblem[] = [];
    const fields = read({
      ...values,
      get(name) {
        requests.add(keyOf(name));
        return values.get(name);
      },
      ignored(name, value, expected) {
        const message = printable(`${name} is ${shownValue(value)}, which clients ignore: they expect ${expected}.`);
        const place = placer(text)(settings.get(keyOf(name))?.start ?? 0);
        problems.push({ code: "ignored-value", severity: "warning", message, ...place, property: name });
      },
      match: (pattern) => [...settings.keys()].flatMap((name) => pattern.exec(name)?.[1] ?? []),
    });
    const others = [...settings].flatMap(([key, property]) => (requests.has(key) ? [] : [property]));
    return { ...fields, others, problems };
  };
}
