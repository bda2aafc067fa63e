import { check } from "./arguments.ts";
import { createSite, type SiteDocument } from "./document.ts";
import { editSite } from "./edit.ts";
import { decisionsOf } from "./property.ts";

/** The result of merging several documents. */
export interface Merge {
  /** The effective properties, with each name once, in the order of first appearance. A deprecated name is listed under its replacement. */
  readonly site: SiteDocument;
  /** The properties that have no effect, because an earlier property of the same name is `final`. */
  readonly refused: readonly RefusedProperty[];
}

/** A property that has no effect, because an earlier property of the same name is `final`. Documents are counted from 0. */
export interface RefusedProperty {
  readonly name: string;
  readonly value: string;
  readonly document: number;
  readonly line: number;
  readonly finalDocument: number;
  readonly finalLine: number;
}

/** Merges documents like a client that loads them in this order: a later value takes effect, unless an earlier property is `final`. */
export function mergeSites(sites: Iterable<SiteDocument>): Merge {
  check("list", sites, "the documents");
  const properties = Array.from(sites, (site, document) => {
    check("site", site, "the document");
    return site.properties.map((property) => ({ ...property, document }));
  });
  const { winners, finals, refused } = decisionsOf(properties.flat());
  const settings = [...winners, ...[...finals].filter(([key]) => !winners.has(key))];
  return {
    site: createSite(settings.map(([name, property]) => ({ ...property, name }))),
    refused: refused.map(({ property: { name, value = "", document, line }, final }) => {
      return { name, value, document, line, finalDocument: final.document, finalLine: final.line };
    }),
  };
}

/** Merges other documents into a document, whose order, comments and white space stay unless another document adds a `final`. */
export function mergeInto(site: SiteDocument, others: Iterable<SiteDocument>): Merge {
  check("list", others, "the documents");
  const merge = mergeSites([site, ...others]);
  const merged = merge.site.properties;
  const { finals } = decisionsOf(site.properties);
  // An edit cannot set a `final`, so then the result is a new document.
  if (merged.some(({ name, final }) => final && !finals.has(name))) return merge;
  const edits = merged.filter(({ name, value }) => value !== site.get(name)).map(({ name, value }) => [name, value] as const);
  return { ...merge, site: editSite(site, edits) };
}
