import type * as v from "valibot";
import { schemaPartsOf } from "./parts.ts";

/**
 * Types that are tested inline in the code that checks objects and arrays, without a function call, because large bodies consist mostly of
 * strings and whole numbers.
 */
export type Leaf = "string" | "integer" | "other";

/** The leaf type of a schema; `other` if the schema has another type or checks more than the type. */
export function leafOf(schema: v.GenericSchema): Leaf {
  const [base, ...rest] = schemaPartsOf(schema);
  const requests = rest.filter(({ kind }) => kind !== "metadata").map(({ type }) => type);
  if (base.type === "string" && requests.length === 0) return "string";
  return base.type === "number" && requests.length === 1 && requests[0] === "safe_integer" ? "integer" : "other";
}
