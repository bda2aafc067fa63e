import { type Place, placeInText, printable } from "./place.ts";

/** The error codes, which stay the same in later versions, so that programs can rely on them. */
export type SiteXmlErrorCode =
  | "not-well-formed"
  | "not-a-configuration"
  | "doctype-refused"
  | "unsupported-encoding"
  | "unsupported-version"
  | "too-large"
  | "too-deep"
  | "too-many-elements"
  | "too-many-attributes"
  | "bad-value"
  | "bad-argument"
  | "too-many-references"
  | "unwritable";

/** The place of an error: a text, a property, or neither. */
export interface SiteXmlErrorDetails {
  readonly place?: Partial<Place>;
  readonly property?: string | undefined;
}

/** The only error that this package throws. It has a message for people, a code for programs, and the place of the mistake. */
export class SiteXmlError extends Error {
  override readonly name = "SiteXmlError";
  readonly code: SiteXmlErrorCode;
  /** The place of the mistake, as far as it is known. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly excerpt: string | undefined;
  /** The name of the property that was being read or written. */
  readonly property: string | undefined;

  constructor(code: SiteXmlErrorCode, message: string, details: SiteXmlErrorDetails = {}) {
    super(printable(message));
    this.code = code;
    this.line = details.place?.line;
    this.column = details.place?.column;
    this.excerpt = details.place?.excerpt;
    this.property = details.property;
  }
}

/** Throws an error about a position in the text. Most are faults of the XML. */
export function refuse(text: string, offset: number, reason: string, code: SiteXmlErrorCode = "not-well-formed"): never {
  const place = placeInText(text, offset);
  const near = place.excerpt === "" ? "at the end of the text" : `near "${place.excerpt}"`;
  const property = propertyAround(text, offset);
  throw new SiteXmlError(code, `Line ${place.line}, column ${place.column}: ${reason}, ${near}.`, { place, property });
}

/** Makes the error for a property, or for a text outside of a document, with its line if that is known. */
export function propertyError(code: SiteXmlErrorCode, property: string | undefined, line: number | undefined, what: string): SiteXmlError {
  const sentence = `${property ?? "The text"} ${what}.`;
  if (line === undefined) return new SiteXmlError(code, sentence, { property });
  return new SiteXmlError(code, `Line ${line}: ${sentence}`, { property, place: { line } });
}

/** Returns the name of the property that an offset is in, if its name stands before the offset in a plain element. */
function propertyAround(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf("<property", offset), offset);
  if (!before.startsWith("<property") || before.includes("</property")) return undefined;
  return /<name>([^<&]*)<\/name>/.exec(before)?.[1]?.trim();
}
