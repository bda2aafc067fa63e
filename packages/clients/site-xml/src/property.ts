/** The content of a property, as read or for a new document. */
export interface PropertySetting {
  readonly name: string;
  /** The exact text, which is never trimmed; omitted if there is no `<value>`, so that the property sets nothing. */
  readonly value?: string;
  /** Whether later properties and documents cannot change the value. */
  readonly final?: boolean;
  readonly description?: string;
  /** The sources of the value, as clients report them. */
  readonly sources?: readonly string[];
  readonly tag?: string;
}

/** A property in a document. */
export interface SiteProperty extends PropertySetting {
  readonly final: boolean;
  readonly sources: readonly string[];
  /** The line in which the element begins, counted from 1. */
  readonly line: number;
  /** The offset of the element's start in the document's text. */
  readonly start: number;
  /** The offset of the element's end. */
  readonly end: number;
}

/** The properties of a document, in order. */
export interface SiteProperties extends Iterable<SiteProperty> {
  readonly length: number;
  /** Returns the property at an index. A negative index counts from the end. */
  at(index: number): SiteProperty | undefined;
}
