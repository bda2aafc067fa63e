import { SiteXmlError } from "./error.ts";

/** Whatever gives values by name: a document, a document with its references expanded, a `Map`. */
export interface Values {
  get(name: string): string | undefined;
  /** The line that the value of a name stands in, where there is one. */
  lineOf?(name: string): number | undefined;
  /** Is told of a value that clients do not take, and read as if it were not set. */
  ignored?(name: string, value: string, expected: string): void;
}

/** The error for a value that is not of the type that the caller asked for. */
export function badValue(values: Values, name: string, value: string, expected: string): SiteXmlError {
  const line = values.lineOf?.(name);
  const where = line === undefined ? "" : `Line ${line}: `;
  return new SiteXmlError("bad-value", `${where}${name} is ${shown(value)}, expected ${expected}.`, {
    property: name,
    ...(line === undefined ? {} : { place: { line } }),
  });
}

/** A value in a sentence, in quotes and not too long. */
export function shown(value: string): string {
  return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
}
