import { type Place, placeOf } from "./place.ts";
import { printable } from "./printable.ts";

/** Error codes for programs; they are stable between versions. */
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

/** Where the error is: in a text, in a property, or neither. */
export interface SiteXmlErrorDetails {
  readonly place?: Partial<Place>;
  readonly property?: string;
}

/** Everything that this package throws: a message for people, a code for programs, and the place of the mistake. */
export class SiteXmlError extends Error {
  override readonly name = "SiteXmlError";
  readonly code: SiteXmlErrorCode;
  /** Line in the document, from 1. */
  readonly line: number | undefined;
  /** Column in the line, from 1, in UTF-16 units as editors count them. */
  readonly column: number | undefined;
  /** The text around the place, on one line. */
  readonly excerpt: string | undefined;
  /** The name of the property that was asked for or written. */
  readonly property: string | undefined;

  constructor(code: SiteXmlErrorCode, message: string, details: SiteXmlErrorDetails = {}) {
    super(printable(message));
    this.code = code;
    this.line = details.place?.line;
    this.column = details.place?.column;
    this.excerpt = details.place?.excerpt;
    this.property = details.property;
  }

  /** The same error, which names the property that it happened in. */
  about(property: string): SiteXmlError {
    const { line, column, excerpt } = this;
    const place = line === undefined || column === undefined || excerpt === undefined ? {} : { line, column, excerpt };
    return new SiteXmlError(this.code, this.message, { place, property });
  }
}

/** Refuses a document at an offset of its text. */
export function refuse(text: string, offset: number, code: SiteXmlErrorCode, reason: string): never {
  const place = placeOf(text, offset);
  const near = place.excerpt === "" ? "at the end of the text" : `near "${place.excerpt}"`;
  throw new SiteXmlError(code, `Line ${place.line}, column ${place.column}: ${reason}, ${near}.`, { place });
}
