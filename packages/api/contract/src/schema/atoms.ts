import * as v from "valibot";

// An error names the path of the field and then the message: `partitions: expected an integer from 1 to 9, received 0`.

/** A whole number that a double can hold exactly, optionally with bounds; `expectation` replaces the message. */
// @__NO_SIDE_EFFECTS__
export function integer(least?: number, most?: number, expectation = `an integer${bounds(least, most)}`): v.GenericSchema<number> {
  const expected = `expected ${expectation}`;
  const whole = v.pipe(v.number(expected), v.safeInteger(expected));
  if (least === undefined && most === undefined) return whole;
  const atLeast = v.minValue<number, number, string>(least ?? Number.MIN_SAFE_INTEGER, expected);
  return v.pipe(whole, atLeast, v.maxValue(most ?? Number.MAX_SAFE_INTEGER, expected));
}

/** A string of a given form; `expected` completes the sentence "expected …". */
// @__NO_SIDE_EFFECTS__
export function text(expected: string, form: RegExp): v.GenericSchema<string> {
  const message = `expected ${expected}`;
  return v.pipe(v.string(message), v.regex(form, message));
}

/** Text of a given form, or a whole number in that form, because brokers and nodes may be specified by either. The result is text. */
// @__NO_SIDE_EFFECTS__
export function textOrNumber(expected: string, form: RegExp): v.GenericSchema<string | number, string> {
  const options = [text(expected, form), integer(0, undefined, expected)];
  return v.pipe(v.union(options, `expected ${expected}`), v.transform(String));
}

/** A string that must be one of a few words. */
// @__NO_SIDE_EFFECTS__
export function choice<const Words extends readonly [string, ...string[]]>(...words: Words): v.GenericSchema<Words[number]> {
  return v.picklist(words, `expected ${words.join(" or ")}`);
}

/** A value that must never be shown in an error, a log, a trace or a history. */
// @__NO_SIDE_EFFECTS__
export function secret(about: string): v.GenericSchema<string> {
  const message = "expected a string that is not empty";
  return v.pipe(v.string(message), v.nonEmpty(message), v.description(about), v.metadata({ secret: true }));
}

function bounds(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return ` of at least ${least}`;
  return most === undefined ? "" : ` of at most ${most}`;
}

/** What front ends must know of a field beyond its description. */
export interface FieldTraits {
  /** What the value names, such as `topic`: completion offers the names in the answer of the operation that has `names` for it. */
  readonly names?: string;
  /** Whether the value is a text with several names that are separated by commas. */
  readonly hasCommas?: boolean;
  /** Whether a command takes the field as an argument and not as a flag, because it identifies an object or is the main input. */
  readonly isPositional?: boolean;
}

/** Describes a field for help, completion, reference pages and OpenAPI documents. */
// @__NO_SIDE_EFFECTS__
export function about<Field extends v.GenericSchema>(words: string, field: Field, traits?: FieldTraits): Field {
  const described = v.pipe(field, v.description(words));
  // Neither a description nor metadata changes the schema's type; the type of `pipe` would only make declarations longer.
  return (traits ? v.pipe(described, v.metadata({ traits })) : described) as unknown as Field;
}

/** A field that servers may omit or send as null. */
// @__NO_SIDE_EFFECTS__
export function maybe<Field extends v.GenericSchema>(field: Field): v.ExactOptionalSchema<v.NullableSchema<Field, undefined>, undefined> {
  return v.exactOptional(v.nullable(field));
}
