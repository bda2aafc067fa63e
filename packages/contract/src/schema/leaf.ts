import type * as v from "valibot";
import { partsOf } from "./parts.ts";

/**
 * What the checks of objects and arrays test in line: large bodies consist of strings and whole numbers, and a call for each of
 * them costs as much as reading it. Anything else has a closure of its own.
 */
export type Leaf = "string" | "integer" | "other";

/** Sees through a pipe to the leaf; a pipe that asks for more than being a string or an exact whole number is no leaf. */
export function leafOf(schema: v.GenericSchema): Leaf {
  const [base, ...rest] = partsOf(schema);
  const asked = rest.filter(({ kind }) => kind !== "metadata").map(({ type }) => type);
  if (base.type === "string" && asked.length === 0) return "string";
  return base.type === "number" && asked.length === 1 && asked[0] === "safe_integer" ? "integer" : "other";
}
