import type { SiteDocument } from "./document.ts";
import { SiteXmlError } from "./error.ts";
import type { Values } from "./values.ts";

/** Each kind of argument with its description and its test. */
const KINDS = {
  text: ["a string", (value: unknown): value is string => typeof value === "string"],
  object: ["an object", (value: unknown): value is object => isObject(value)],
  list: ["a list", (value: unknown): value is Iterable<unknown> => isObject(value) && typeof value[Symbol.iterator] === "function"],
  limit: ["a number of at least 0", (value: unknown): value is number => typeof value === "number" && value >= 0],
  values: ["a document or a Map", (value: unknown): value is Values => isObject(value) && typeof value.get === "function"],
  site: ["a result of readSite or createSite", isSite],
} as const;

type Kind = keyof typeof KINDS;
type OfKind<Name extends Kind> = (typeof KINDS)[Name][1] extends (value: unknown) => value is infer Type ? Type : never;

/** Checks an argument at run time, because callers may not check types. */
export function check<Name extends Kind>(kind: Name, value: unknown, what: string): asserts value is OfKind<Name> {
  const [expected, isOfKind] = KINDS[kind];
  if (!isOfKind(value)) throw badArgument(what, expected, value);
}

export function badArgument(what: string, expected: string, value: unknown): SiteXmlError {
  return new SiteXmlError("bad-argument", `Expected ${expected} as ${what}, got ${described(value)}.`);
}

function isObject(value: unknown): value is Readonly<Record<PropertyKey, unknown>> {
  return typeof value === "object" && value !== null;
}

function isSite(value: unknown): value is SiteDocument {
  return isObject(value) && typeof value.text === "string" && typeof value.get === "function" && isObject(value.settings);
}

function described(value: unknown): string {
  if (value === undefined || value === null || typeof value === "number") return `${value}`;
  return typeof value === "object" ? Object.prototype.toString.call(value).slice("[object ".length, -1) : `a ${typeof value}`;
}
