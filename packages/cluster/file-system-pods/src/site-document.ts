import { escapeText, printProperty } from "@reeve/site-xml";

/** A property of a site document, or the template of a section that depends on a flag, or of a property with a literal value. */
export type SiteEntry = SiteProperty | string;

/** A property whose value may contain variables of the template. */
export type SiteProperty = readonly [name: string, value: string];

/** A configuration document in the format of the daemons and their clients. If a name occurs twice, the last value wins. */
export function siteDocument(content: readonly SiteEntry[]): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="configuration.xsl"?>\n';
  return `${head}<configuration>${content.map(written).join("")}\n</configuration>\n`;
}

/** A section with properties that are present only when a flag is set. */
export function siteSection(flag: string, content: readonly SiteEntry[]): string {
  return `\n{{#${flag}}}${content.map(written).join("")}\n{{/${flag}}}`;
}

/** A property with a literal value, in which the template engine must not see variables. */
export function literalProperty(name: string, value: string): string {
  return withoutTags(written([name, value]));
}

/** Escapes a value for XML, and its braces for the template engine, which would take `{{` for a tag. */
export function escapedForSite(value: string): string {
  return withoutTags(escapeText(value));
}

function withoutTags(xml: string): string {
  return xml.replaceAll("{", "&#123;").replaceAll("}", "&#125;");
}

function written(entry: SiteEntry): string {
  if (typeof entry === "string") return entry;
  const [name, value] = entry;
  return printProperty({ name, value });
}
