import { check } from "./arguments.ts";
import { propertyError } from "./error.ts";
import { shortened } from "./place.ts";

/** Values by name: a document, a document with its references expanded, or a `Map`. */
export interface Values {
  get(name: string): string | undefined;
  /** Returns the line of a name's value, if the line is known. */
  lineOf?(name: string): number | undefined;
  /** Called with a value that clients ignore. */
  ignored?(name: string, value: string, expected: string): void;
}

/** Returns the value of a name, after a check that both are strings: a `Map` from a caller without type checks can contain anything. */
export function valueIn(values: Values, name: string): string | undefined {
  check("text", name, "the name of a property");
  const value = values.get(name);
  if (value !== undefined) check("text", value, `the value of ${name}`);
  return value;
}

/** What a typed reader does with a value of another type than it expects. */
interface Unfit {
  /** Throws an error, because clients would refuse the value. */
  refuse(expected: string): never;
  /** Returns `undefined`, because clients ignore the value. */
  ignore(expected: string): undefined;
}

/** Makes a function that reads a value with a parser. The function returns `undefined` if the name is not set. */
export function reader<Value>(parse: (text: string, unfit: Unfit) => Value) {
  return (values: Values, name: string): Value | undefined => {
    check("values", values, "the values");
    const text = valueIn(values, name);
    if (text === undefined) return undefined;
    return parse(text, {
      refuse(expected) {
        throw propertyError("bad-value", name, values.lineOf?.(name), `is ${shownValue(text)}, expected ${expected}`);
      },
      ignore: (expected) => void values.ignored?.(name, text, expected),
    });
  };
}

export function shownValue(value: string): string {
  return JSON.stringify(shortened(value, 80));
}
