/** What a property says; also what a new document is made of. */
export interface PropertySetting {
  readonly name: string;
  /** The exact text, never trimmed; left out where there is no `<value>`, which sets nothing. */
  readonly value?: string;
  /** Whether later documents and later properties are kept from changing it. */
  readonly final?: boolean;
  readonly description?: string;
  /** Where a client says that it has the value from. */
  readonly sources?: readonly string[];
  readonly tag?: string;
}

/** A property as it stands in a document. */
export interface SiteProperty extends PropertySetting {
  readonly final: boolean;
  readonly sources: readonly string[];
  /** The line that it begins in, from 1. */
  readonly line: number;
  /** Where its element begins in the document's text. */
  readonly start: number;
  /** Where its element ends. */
  readonly end: number;
}

/** The properties of a document, in order. Each becomes an object when it is asked for, and none is kept. */
export interface SiteProperties extends Iterable<SiteProperty> {
  readonly length: number;
  /** The property at an index from 0 on, or from the end where it is negative. */
  at(index: number): SiteProperty | undefined;
}

/** Most properties name no source. */
export const NO_SOURCES: readonly string[] = [];
