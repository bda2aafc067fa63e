import { DEPRECATED_KEYS } from "./deprecated-keys.ts";

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
  /** The offsets of the element's start and end in the document's text. */
  readonly start: number;
  readonly end: number;
}

/** The properties of a document, in order. */
export type SiteProperties = readonly SiteProperty[];

/** Returns the name under which clients store a property: for a deprecated name its replacement, otherwise the name itself. */
export function keyOf(name: string): string {
  return DEPRECATED_KEYS.get(name) ?? name;
}

/**
 * Decides as clients do which properties take effect: the last value does, unless an earlier property is `final`. A property without a
 * value sets nothing, but it can be `final`. A deprecated name and its replacement count as the same name.
 */
export function decisionsOf<P extends PropertySetting>(properties: Iterable<P>) {
  /** For each key, the property whose value takes effect, which is `final` if any of the key is. The order is that of first values. */
  const winners = new Map<string, P>();
  /** For each key, the first `final` property. */
  const finals = new Map<string, P>();
  const replaced: P[] = [];
  const refused: { readonly property: P; readonly final: P }[] = [];
  for (const property of properties) {
    const key = keyOf(property.name);
    const final = finals.get(key);
    const earlier = winners.get(key);
    if (property.final && final === undefined) finals.set(key, property);
    if (property.value === undefined) {
      if (property.final && earlier !== undefined) winners.set(key, { ...earlier, final: true });
    } else if (final !== undefined) refused.push({ property, final });
    else {
      if (earlier !== undefined) replaced.push(earlier);
      winners.set(key, property);
    }
  }
  return { winners, finals, replaced, refused };
}
