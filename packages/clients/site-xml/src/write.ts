import { checkIterable, checkSite } from "./arguments.ts";
import { documentOf, type SiteDocument } from "./document.ts";
import { defaultLimits } from "./limits.ts";
import { printProperty } from "./print.ts";
import type { PropertySetting } from "./property.ts";

/** Returns the text of a document. Except for edits, it is the same text that was read, byte for byte. */
export function writeSite(site: SiteDocument): string {
  checkSite(site);
  return site.text;
}

/** Creates a document from properties, in their order. Equal properties always give equal texts. */
export function createSite(properties: Iterable<PropertySetting>): SiteDocument {
  checkIterable(properties, "the properties", "a list of properties");
  let content = "";
  for (const property of properties) content += printProperty(property);
  return documentOf(`<?xml version="1.0" encoding="UTF-8"?>\n<configuration>${content}\n</configuration>\n`, WITHOUT_LIMITS);
}

/** No size limits apply, because the caller already has the document in memory. */
const WITHOUT_LIMITS = { ...defaultLimits, size: Number.POSITIVE_INFINITY, elements: Number.POSITIVE_INFINITY };
