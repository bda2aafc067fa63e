import { checkOptionsArgument, checkSite } from "../arguments.ts";
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

/** The values of a document for a typed view. The object records which names the view has read, and which values clients ignore. */
export interface ViewedValues extends Values {
  /** Matches a pattern against all names. Returns the captured group of each match, in the order of the document. */
  match(pattern: RegExp): readonly string[];
  /** Returns a view with these fields, which have been read before. */
  view<Fields>(fields: Fields): Fields & SiteView;
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
    match: (pattern) => [...settings.keys()].flatMap((name) => pattern.exec(name)?.[1] ?? []),
    view: (fields) => ({ ...fields, others: [...settings].flatMap(([key, property]) => (requests.has(key) ? [] : [property])), problems }),
  };
}
