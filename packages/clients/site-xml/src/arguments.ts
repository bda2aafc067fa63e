import type { SiteDocument } from "./document.ts";
import { SiteXmlError } from "./error.ts";
import type { Values } from "./values.ts";

/** Checks at run time that an argument is a string, because callers may not check types. */
export function checkText(value: unknown, what: string): asserts value is string {
  if (typeof value !== "string") throw badArgument(what, "a string", value);
}

export function checkSite(value: unknown): asserts value is SiteDocument {
  const isSite = isObject(value) && typeof value.text === "string" && typeof value.get === "function" && isObject(value.settings);
  if (!isSite) throw badArgument("the document", "a result of readSite or createSite", value);
}

export function checkValues(value: unknown): asserts value is Values {
  if (!isObject(value) || typeof value.get !== "function") throw badArgument("the values", "a document or a Map", value);
}

/** Returns the value of a name, after a check that both are strings: a `Map` from a caller without type checks can contain anything. */
export function checkedValue(values: Values, name: string): string | undefined {
  checkText(name, "the name of a property");
  const value = values.get(name);
  if (value !== undefined) checkText(value, `the value of ${name}`);
  return value;
}

export function checkIterable(value: unknown, what: string, expected: string): asserts value is Iterable<unknown> {
  if (!isObject(value) || typeof value[Symbol.iterator] !== "function") throw badArgument(what, expected, value);
}

export function checkOptionsArgument(value: unknown, what: string): asserts value is object {
  if (!isObject(value)) throw badArgument(what, "an object", value);
}

/** Checks a limit and returns it; returns the default if the limit is missing or `undefined`. */
export function limitOf(what: string, standard: number, value: unknown = standard): number {
  if (typeof value === "number" && value >= 0) return value;
  throw badArgument(what, "a number of at least 0", value);
}

export function badArgument(what: string, expected: string, value: unknown): SiteXmlError {
  return new SiteXmlError("bad-argument", `Expected ${expected} as ${what}, got ${described(value)}.`);
}

function isObject(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === "object" && value !== null;
}

function described(value: unknown): string {
  if (value === undefined || value === null || Number.isNaN(value)) return `${value}`;
  if (typeof value !== "object") return typeof value === "number" ? `${value}` : `a ${typeof value}`;
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}
