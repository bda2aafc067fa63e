import { checkOptionsArgument, checkSite } from "../arguments.ts";
import type { SiteDocument } from "../document.ts";
import { type ExpandOptions, expanded } from "../expand.ts";
import { placer, printable } from "../place.ts";
import type { SiteProblem } from "../problem.ts";
import { keyOf, type SiteProperty } from "../property.ts";
import { shownValue } from "../values.ts";

/** What all typed views of a document have. */
export interface SiteView {
  /** The effective properties that no other field contains, unchanged. */
  readonly others: readonly SiteProperty[];
  /** One problem for each value that clients ignore. This view ignores these values as well. */
  readonly problems: readonly SiteProblem[];
}

export type ViewedValues = ReturnType<typeof viewed>;

/**
 * Returns the values of a document, with expanded references, for a typed view. The object records which names the view has read, and which
 * values clients ignore.
 */
export function viewed(site: SiteDocument, options: ExpandOptions) {
  checkSite(site);
  checkOptionsArgument(options, "the options");
  const { settings } = site;
  const values = expanded(site, options);
  const requests = new Set<string>();
  const problems: SiteProblem[] = [];
  return {
    ...values,
    get(name: string): string | undefined {
      requests.add(keyOf(name));
      return values.get(name);
    },
    ignored(name: string, value: string, expected: string): void {
      const message = printable(`${name} is ${shownValue(value)}, which clients ignore: they expect ${expected}.`);
      const place = placer(site.text)(settings.get(keyOf(name))?.start ?? 0);
      problems.push({ code: "ignored-value", severity: "warning", message, ...place, property: name });
    },
    /** Matches a pattern against all names. Returns the captured group of each match, in the order of the document. */
    match: (pattern: RegExp): readonly string[] => [...settings.keys()].flatMap((name) => pattern.exec(name)?.[1] ?? []),
    /** Returns a view with these fields, which have been read before. */
    view: <Fields>(fields: Fields): Fields & SiteView => ({
      ...fields,
      others: [...settings].flatMap(([key, property]) => (requests.has(key) ? [] : [property])),
      problems,
    }),
  };
}
