import type { SiteDocument } from "./document.ts";
import { SiteXmlError } from "./error.ts";
import type { Values } from "./values.ts";

/** The kinds of arguments. */
interface Kinds {
  text: string;
  object: object;
  list: Iterable<unknown>;
  limit: number;
  values: Values;
  site: SiteDocument;
}

/** The description of each kind, and whether a value belongs to it. */
const KINDS: { readonly [Kind in keyof Kinds]: readonly [expected: string, isOf: (value: unknown) => boolean] } = {
  text: ["a string", (value) => typeof value === "string"],
  object: ["an object", isObject],
  list: ["a list", (value) => isObject(value) && typeof value[Symbol.iterator] === "function"],
  limit: ["a number of at least 0", (value) => typeof value === "number" && value >= 0],
  values: ["a document or a Map", (value) => isObject(value) && typeof value.get === "function"],
  site: [
    "a result of readSite or createSite",
    (value) => isObject(value) && typeof value.text === "string" && typeof value.get === "function" && isObject(value.settings),
  ],
};

/** Checks an argument at run time, because callers may not check types. */
export function check<Kind extends keyof Kinds>(kind: Kind, value: unknown, what: string): asserts value is Kinds[Kind] {
  const [expected, isOf] = KINDS[kind];
  if (!isOf(value)) throw badArgument(what, expected, value);
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
