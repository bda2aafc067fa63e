import { type Draft, isFinal } from "./draft.ts";
import { NO_SOURCES, type SiteProperty } from "./property.ts";
import { NOTHING, rowsOf } from "./rows.ts";

/**
 * The properties of a text, by their numbers. A document can hold a million of them, so that none is an object before somebody
 * asks for it: what a property says lies in the text, and only places are kept.
 */
export interface PropertyStore {
  readonly length: number;
  /** Keeps what a draft says; gives the number of the property. */
  add(draft: Draft, name: string, line: number, start: number, end: number): number;
  name(property: number): string;
  value(property: number): string | undefined;
  line(property: number): number;
  start(property: number): number;
  at(property: number): SiteProperty;
}

export function propertyStore(text: string): PropertyStore {
  const rows = rowsOf(COLUMNS);
  /** What stands otherwise in the text: with references, line ends that XML does not keep, or in pieces. */
  const decoded: string[] = [];
  /** What few properties say. */
  const extras: Extras[] = [];
  const name = (property: number) => read(property, NAME) ?? "";
  const value = (property: number) => read(property, VALUE);
  const line = (property: number) => rows.get(property, LINE);
  const start = (property: number) => rows.get(property, START);
  return {
    get length() {
      return rows.length;
    },
    add(draft, itsName, itsLine, itsStart, itsEnd) {
      const property = rows.add();
      rows.set(property, START, itsStart);
      rows.set(property, END, itsEnd);
      rows.set(property, LINE, itsLine);
      rows.set(property, IS_FINAL, isFinal(draft) ? 1 : 0);
      keep(property, NAME, itsName, draft.nameAt);
      keep(property, VALUE, draft.value, draft.valueAt);
      rows.set(property, EXTRAS, hasExtras(draft) ? extras.push(extrasOf(draft)) - 1 : NOTHING);
      return property;
    },
    name,
    value,
    line,
    start,
    at(property) {
      const said = value(property);
      const final = rows.get(property, IS_FINAL) === 1;
      const end = rows.get(property, END);
      const whole: SiteProperty =
        said === undefined
          ? { name: name(property), final, sources: NO_SOURCES, line: line(property), start: start(property), end }
          : {
              name: name(property),
              value: said,
              final,
              sources: NO_SOURCES,
              line: line(property),
              start: start(property),
              end,
            };
      const more = extras[rows.get(property, EXTRAS)];
      return more === undefined ? whole : { ...whole, ...more };
    },
  };

  /** Keeps where a string stands, if it stands there as it is, or else the string. */
  function keep(property: number, column: number, said: string | undefined, at: number): void {
    const isThere = said !== undefined && text.startsWith(said, at);
    rows.set(property, column, isThere ? at : NOTHING);
    if (isThere) rows.set(property, column + 1, at + said.length);
    else rows.set(property, column + 1, said === undefined ? NOTHING : decoded.push(said) - 1);
  }

  function read(property: number, column: number): string | undefined {
    const [from, to] = [rows.get(property, column), rows.get(property, column + 1)];
    return from === NOTHING ? decoded[to] : text.slice(from, to);
  }
}

const START = 0;
const END = 1;
const LINE = 2;
const IS_FINAL = 3;
const EXTRAS = 4;
/** Two columns each: from and to in the text, or nothing and a number in `decoded`. */
const NAME = 5;
const VALUE = 7;
const COLUMNS = 9;

type Extras = Partial<Pick<SiteProperty, "description" | "tag" | "sources">>;

function hasExtras({ description, tag, sources }: Draft): boolean {
  return description !== undefined || tag !== undefined || sources.length > 0;
}

function extrasOf({ description, tag, sources }: Draft): Extras {
  return {
    ...(description === undefined ? {} : { description }),
    ...(tag === undefined ? {} : { tag }),
    ...(sources.length === 0 ? {} : { sources: [...sources] }),
  };
}
