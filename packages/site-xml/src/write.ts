import { checkIterable, checkSite } from "./arguments.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { defaultLimits } from "./limits.ts";
import { ownLayout, printProperty } from "./print.ts";
import type { PropertySetting } from "./property.ts";

/** The text of a document: byte for byte what was read, except for edits. */
export function writeSite(site: SiteDocument): string {
  checkSite(site);
  return site.text;
}

/** Creates a new document from properties, in their order; the same properties always give the same text. */
export function createSite(properties: Iterable<PropertySetting>): SiteDocument {
  checkIterable(properties, "the properties", "a list of properties");
  let content = "";
  for (const property of properties) content += printProperty(property, ownLayout);
  return documentOf(
    `<?xml version="1.0" encoding="UTF-8"?>\n<configuration>${content}\n</configuration>\n`,
    WITHOUT_LIMITS,
  );
}

/** No size limit: the caller has it in memory already. */
const WITHOUT_LIMITS = { ...defaultLimits, size: Number.POSITIVE_INFINITY, elements: Number.POSITIVE_INFINITY };
