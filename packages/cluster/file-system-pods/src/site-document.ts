/** A property of a site document, or the template of a section that depends on a flag. */
export type SiteEntry = SiteProperty | string;

export type SiteProperty = readonly [name: string, value: string];

/** A configuration document in the format of the daemons and their clients. If a name occurs twice, the last value wins. */
export function siteDocument(content: readonly SiteEntry[]): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="configuration.xsl"?>\n';
  return `${head}<configuration>\n${content.map(written).join("")}</configuration>\n`;
}

/** A section with properties that are present only when a flag is set. */
export function siteSection(flag: string, content: readonly SiteEntry[]): string {
  return `{{#${flag}}}\n${content.map(written).join("")}{{/${flag}}}\n`;
}

/** Escapes a value for XML. The braces are escaped too, because the template engine would take `{{` for a tag. */
export function escapedForSite(value: string): string {
  const xml = value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return xml.replaceAll("{", "&#123;").replaceAll("}", "&#125;");
}

function written(entry: SiteEntry): string {
  if (typeof entry === "string") return entry;
  const [name, value] = entry;
  return `  <property>\n    <name>${name}</name>\n    <value>${value}</value>\n  </property>\n`;
}
