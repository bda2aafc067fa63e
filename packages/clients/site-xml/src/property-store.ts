import { type Draft, isFinal } from "./draft.ts";
import { NO_SOURCES, type SiteProperty } from "./property.ts";
import { decodeReferences } from "./references.ts";
import { NOTHING, type Rows, rowsOf } from "./rows.ts";

/**
 * The properties of a text, by number. A document can have a million properties, so only their offsets in the text are stored; a property
 * becomes an object when a caller asks for it.
 */
export interface PropertyStore {
  readonly length: number;
  /** Stores a property that has been parsed. Returns its number. */
  add(draft: Draft, name: string, line: number, start: number, end: number): number;
  name(property: number): string;
  value(property: number): string | undefined;
  line(property: number): number;
  start(property: number): number;
  at(property: number): SiteProperty;
}

export function propertyStore(text: string): PropertyStore {
  const rows = rowsOf(COLUMNS);
  /** The fields that only few properties have. */
  const extras = rowsOf(EXTRA_COLUMNS);
  const sources: (readonly string[])[] = [];
  /**
   * The values that are stored in decoded form: those that differ from the text because of line ends or because they have several pieces,
   * and long values with references.
   */
  const decoded: string[] = [];
  const name = (property: number) => read(rows, property, NAME) ?? "";
  const value = (property: number) => read(rows, property, VALUE);
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
      keep(rows, property, NAME, itsName, draft.nameAt);
      keep(rows, property, VALUE, draft.value, draft.valueAt);
      rows.set(property, EXTRA, hasExtras(draft) ? addExtras(draft) : NOTHING);
      return property;
    },
    name,
    value,
    line,
    start,
    at(property) {
      const text = value(property);
      const final = rows.get(property, IS_FINAL) === 1;
      const end = rows.get(property, END);
      const whole: SiteProperty =
        text === undefined
          ? { name: name(property), final, sources: NO_SOURCES, line: line(property), start: start(property), end }
          : {
              name: name(property),
              value: text,
              final,
              sources: NO_SOURCES,
              line: line(property),
              start: start(property),
              end,
            };
      const extra = rows.get(property, EXTRA);
      return extra === NOTHING ? whole : { ...whole, ...extrasAt(extra) };
    },
  };

  function addExtras(draft: Draft): number {
    const extra = extras.add();
    keep(extras, extra, DESCRIPTION, draft.description, draft.descriptionAt);
    keep(extras, extra, TAG, draft.tag, draft.tagAt);
    extras.set(extra, SOURCES, draft.sources.length === 0 ? NOTHING : sources.push([...draft.sources]) - 1);
    return extra;
  }

  function extrasAt(extra: number): Partial<SiteProperty> {
    const [description, tag] = [read(extras, extra, DESCRIPTION), read(extras, extra, TAG)];
    return {
      ...(description === undefined ? {} : { description }),
      ...(tag === undefined ? {} : { tag }),
      sources: sources[extras.get(extra, SOURCES)] ?? NO_SOURCES,
    };
  }

  /** Stores where the text contains a string, literally or with references. If the text does not contain it, stores the string itself. */
  function keep(to: Rows, row: number, column: number, value: string | undefined, at: number): void {
    const [from, end] = value === undefined ? [NOTHING, NOTHING] : placeOf(value, at);
    to.set(row, column, from);
    to.set(row, column + 1, end);
  }

  function placeOf(value: string, at: number): readonly [from: number, end: number] {
    if (text.startsWith(value, at)) return [at, at + value.length];
    if (value.length <= LONG) {
      const end = endOf(at);
      if (decodeReferences(text.slice(at, end)) === value) return [ENCODED - at, end];
    }
    return [NOTHING, decoded.push(value) - 1];
  }

  /** Returns the end of a value, which is its closing quote or the next tag. */
  function endOf(at: number): number {
    const before = text.charAt(at - 1);
    return text.indexOf(QUOTES.has(before) ? before : "<", at);
  }

  function read(rows: Rows, row: number, column: number): string | undefined {
    const [from, end] = [rows.get(row, column), rows.get(row, column + 1)];
    if (from === NOTHING) return decoded[end];
    return from > NOTHING ? text.slice(from, end) : decodeReferences(text.slice(ENCODED - from, end));
  }
}

const START = 0;
const END = 1;
const LINE = 2;
const IS_FINAL = 3;
const EXTRA = 4;
// Two columns for each name and each value: the start and the end of its range in the text. The start is negative if the range contains
// references. The start is NOTHING if there is no value, or if the value is in `decoded`, whose index is then in the second column.
const NAME = 5;
const VALUE = 7;
const COLUMNS = 9;

const ENCODED = NOTHING - 1;
/**
 * The maximum length of a string that is decoded again at each read. Longer strings are stored in decoded form: they are rare, and slow to
 * decode.
 */
const LONG = 256;

const SOURCES = 0;
const DESCRIPTION = 1;
const TAG = 3;
const EXTRA_COLUMNS = 5;

const QUOTES: ReadonlySet<string> = new Set(['"', "'"]);

function hasExtras({ description, tag, sources }: Draft): boolean {
  return description !== undefined || tag !== undefined || sources.length > 0;
}
