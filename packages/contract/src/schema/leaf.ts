import type * as v from "valibot";
import { partsOf } from "./parts.ts";

/**
 * Types that object and array checks test inline: large bodies consist mostly of strings and whole numbers, and a function call for each
 * costs as much as parsing it.
 */
export type Leaf = "string" | "integer" | "other";

/** The leaf type of a pipe; undefined if the pipe checks more than the type. */
export function leafOf(schema: v.GenericSchema): Leaf {
  const [base, ...rest] = partsOf(schema);
  const asked = rest.filter(({ kind }) => kind !== "metadata").map(({ type }) => type);
  if (base.type === "string" && asked.length === 0) return "string";
  return base.type === "number" && asked.length === 1 && asked[0] === "safe_integer" ? "integer" : "other";
}
