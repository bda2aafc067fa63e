import type { GivenSettings } from "../settings/check-settings.ts";

/** Writes a properties file: what is given wins over what is usual. */
export function properties(own: GivenSettings, usual: GivenSettings, given: GivenSettings): string {
  const rest = Object.entries({ ...usual, ...given }).sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = [...Object.entries(own), ...rest].map(([name, value]) => `${name}=${escaped(String(value))}`);
  return `${lines.join("\n")}\n`;
}

/** A backslash begins an escape in such a file, and spaces at the beginning of a value are lost. */
function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replace(/^ /, "\\ ");
}
