import { SiteXmlError } from "./error.ts";

/** Whatever gives values by name: a document, a document with its references expanded, a `Map`. */
export interface Values {
  get(name: string): string | undefined;
}

/** The error for a value that is not of the type that the caller asked for. */
export function badValue(name: string, value: string, expected: string): SiteXmlError {
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return new SiteXmlError("bad-value", `${name} is ${JSON.stringify(shown)}, expected ${expected}.`, {
    property: name,
  });
}
