import type { GivenSettings } from "../settings/check-settings.ts";

/** Writes a properties file: what is given wins over what is usual. */
export function properties(own: GivenSettings, usual: GivenSettings, given: GivenSettings): string {
  const rest = Object.entries({ ...usual, ...given }).sort(([a], [b]) => (a < b ? -1 : 1));
  return propertiesOf([...Object.entries(own), ...rest]);
}

/** Writes settings as Java reads them: as Latin-1, in which only some letters stand for themselves. */
export function propertiesOf(settings: Iterable<readonly [string, string | number | boolean]>): string {
  return [...settings].map(([name, value]) => `${name}=${escaped(String(value))}\n`).join("");
}

/** A backslash begins an escape in such a file, and spaces at the beginning of a value are lost. */
function escaped(value: string): string {
  return value
    .replaceAll("\\", "\\\\")
    .replace(/^ /, "\\ ")
    .replaceAll(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
