import { keyOf } from "./deprecation.ts";
import { keyTable } from "./key-table.ts";
import { NOTHING, rowsOf } from "./rows.ts";

/**
 * Decides which of the properties that were parsed so far take effect. A deprecated name and its replacement count as the same name. A
 * property is identified by its row in the store.
 */
export interface Decisions {
  /** The number of names that have an effective value. */
  readonly winners: number;
  /** Returns the row of the property that determines the effective value of a name; `undefined` if there is none. */
  winner(name: string): number | undefined;
  /** Returns the row of the first property that has this name and a value; `undefined` if there is none. */
  firstWithValue(name: string): number | undefined;
  /** Returns the row of the first `final` property with this name; `undefined` if there is none. */
  final(name: string): number | undefined;
  /** Adds the next property. */
  add(property: number, name: string, isFinal: boolean, hasValue: boolean): Outcome;
}

/** The effect of adding a property: which earlier property it replaces, or which `final` property overrides it. */
export interface Outcome {
  readonly replaced?: number;
  readonly refusedBy?: number;
}

/**
 * Decides as clients do: the last value takes effect, unless an earlier property is `final`. A property without a value sets nothing, but
 * it can be `final`.
 */
export function decisions(nameOf: (property: number) => string): Decisions {
  const rows = rowsOf(4);
  const keys = keyTable((key) => keyOf(nameOf(rows.get(key, FIRST))));
  let winners = 0;
  return {
    get winners() {
      return winners;
    },
    firstWithValue: (name) => decided(name, FIRST_WITH_VALUE),
    winner: (name) => decided(name, WINNER),
    final: (name) => decided(name, FINAL),
    add(property, name, isFinal, hasValue) {
      const key = keys.add(keyOf(name));
      if (key === rows.length) addKey(property);
      const finalBefore = rows.get(key, FINAL);
      if (finalBefore === NOTHING && isFinal) rows.set(key, FINAL, property);
      if (!hasValue) return NEITHER;
      if (finalBefore !== NOTHING) return { refusedBy: finalBefore };
      const replaced = rows.get(key, WINNER);
      rows.set(key, WINNER, property);
      if (replaced !== NOTHING) return { replaced };
      rows.set(key, FIRST_WITH_VALUE, property);
      winners++;
      return NEITHER;
    },
  };

  function addKey(property: number): void {
    const key = rows.add();
    rows.set(key, FIRST, property);
    rows.set(key, FIRST_WITH_VALUE, NOTHING);
    rows.set(key, WINNER, NOTHING);
    rows.set(key, FINAL, NOTHING);
  }

  function decided(name: string, column: number): number | undefined {
    const key = keys.find(keyOf(name));
    const property = key === undefined ? NOTHING : rows.get(key, column);
    return property === NOTHING ? undefined : property;
  }
}

const FIRST = 0;
const FIRST_WITH_VALUE = 1;
const WINNER = 2;
const FINAL = 3;

const NEITHER: Outcome = {};
