import { propertyError, type SiteXmlError } from "./error.ts";

/** Values by name: a document, a document with its references expanded, or a `Map`. */
export interface Values {
  get(name: string): string | undefined;
  /** Returns the line of a name's value, if the line is known. */
  lineOf?(name: string): number | undefined;
  /** Called with a value that clients ignore. */
  ignored?(name: string, value: string, expected: string): void;
}

/** Makes the error for a value that does not have the requested type. */
export function badValue(values: Values, name: string, value: string, expected: string): SiteXmlError {
  return propertyError("bad-value", name, values.lineOf?.(name), `is ${shownValue(value)}, expected ${expected}`);
}

/** Quotes and shortens a value for a message. */
export function shownValue(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}
