/** The content of a property, as read or for a new document. */
export interface PropertySetting {
  readonly name: string;
  /** The exact text, never trimmed; omitted if there is no `<value>`, which sets nothing. */
  readonly value?: string;
  /** Whether later documents and later properties cannot change it. */
  readonly final?: boolean;
  readonly description?: string;
  /** The source of the value as clients report it. */
  readonly sources?: readonly string[];
  readonly tag?: string;
}

/** A property in a document. */
export interface SiteProperty extends PropertySetting {
  readonly final: boolean;
  readonly sources: readonly string[];
  /** The line that it begins in, from 1. */
  readonly line: number;
  /** The start of its element in the document's text. */
  readonly start: number;
  /** The end of its element. */
  readonly end: number;
}

/** The properties of a document, in order. Each becomes an object when it is asked for, and none is cached. */
export interface SiteProperties extends Iterable<SiteProperty> {
  readonly length: number;
  /** The property at an index; a negative index counts from the end. */
  at(index: number): SiteProperty | undefined;
}

/** Most properties name no source. */
export const NO_SOURCES: readonly string[] = [];
