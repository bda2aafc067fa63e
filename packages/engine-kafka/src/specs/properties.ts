import type { GivenSettings } from "../settings/check-settings.ts";

/** Writes a properties file; given settings override defaults. */
export function properties(own: GivenSettings, usual: GivenSettings, given: GivenSettings): string {
  const rest = Object.entries({ ...usual, ...given }).sort(([a], [b]) => (a < b ? -1 : 1));
  return propertiesOf([...Object.entries(own), ...rest]);
}

/** Writes settings in Java's format: Latin-1 with escapes. */
export function propertiesOf(settings: Iterable<readonly [string, string | number | boolean]>): string {
  return [...settings].map(([name, value]) => `${name}=${escaped(String(value))}\n`).join("");
}

/** A backslash begins an escape, and leading spaces of a value are lost. */
function escaped(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replace(/^ /, "\\ ")
    .replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
