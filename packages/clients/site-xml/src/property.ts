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

/** All properties without sources share this list, because most have none. */
const NO_SOURCES: readonly string[] = [];

/** The fields of the property that is being read. */
export interface Draft {
  name: string | undefined;
  value: string | undefined;
  /** The text of `final`; the property is final if the text is `true`. */
  final: string | undefined;
  description: string | undefined;
  tag: string | undefined;
  sources: readonly string[];
  /** Whether the property has a `<value>` without any text. */
  hasEmptyValue: boolean;
  /** The kinds of fields that have occurred. */
  readonly seen: string[];
}

export function emptyDraft(): Draft {
  return {
    name: undefined,
    value: undefined,
    final: undefined,
    description: undefined,
    tag: undefined,
    sources: NO_SOURCES,
    hasEmptyValue: false,
    seen: [],
  };
}
