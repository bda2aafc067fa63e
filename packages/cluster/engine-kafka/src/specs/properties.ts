import { inTemplate, type SoftwareSettings } from "@reeve/orchestrator/engine";

/** Writes the content of a properties file. Given settings replace the usual ones; the service's own settings cannot be replaced. */
export function properties(own: SoftwareSettings, usual: SoftwareSettings, given: SoftwareSettings): string {
  const rest = Object.entries({ ...usual, ...given }).sort(([a], [b]) => (a < b ? -1 : 1));
  return propertiesOf([...Object.entries(own), ...rest]);
}

/** Writes settings in Java's format: Latin-1 with escapes. */
export function propertiesOf(settings: Iterable<readonly [string, SoftwareSettings[string]]>): string {
  return [...settings].map(([name, value]) => `${name}=${inTemplate(name, value, escapedProperty)}\n`).join("");
}

/** Escapes backslashes, a leading space (which readers drop from values), and characters outside of ASCII. */
export function escapedProperty(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replace(/^ /, "\\ ")
    .replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
