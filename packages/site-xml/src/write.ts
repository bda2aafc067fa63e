import { checkIterable, checkSite } from "./arguments.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { defaultLimits } from "./limits.ts";
import { ownLayout, printProperty } from "./print.ts";
import type { PropertySetting } from "./property.ts";

/** The text of a document: byte for byte what was read, but for what was edited. */
export function writeSite(site: SiteDocument): string {
  checkSite(site);
  return site.text;
}

/** Makes a document of its own from properties, in their order; the same properties always give the same text. */
export function createSite(properties: Iterable<PropertySetting>): SiteDocument {
  checkIterable(properties, "the properties", "a list of properties");
  let content = "";
  for (const property of properties) content += printProperty(property, ownLayout);
  return documentOf(
    `<?xml version="1.0" encoding="UTF-8"?>\n<configuration>${content}\n</configuration>\n`,
    WITHOUT_LIMITS,
  );
}

/** What a caller has in memory already is not refused for its size. */
const WITHOUT_LIMITS = { ...defaultLimits, size: Number.POSITIVE_INFINITY, elements: Number.POSITIVE_INFINITY };
