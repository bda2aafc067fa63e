import type * as v from "valibot";

export type SchemaPart = v.GenericSchema | v.GenericPipeAction;

/**
 * The parts of a schema in order: the schema of its type, then the actions of its pipes. The actions of nested pipes come in the same list.
 */
export function schemaPartsOf(schema: v.GenericSchema): readonly [v.GenericSchema, ...SchemaPart[]] {
  if (!("pipe" in schema)) return [schema];
  const [first, ...rest] = schema.pipe as readonly [v.GenericSchema, ...SchemaPart[]];
  return [...schemaPartsOf(first), ...rest];
}

/** Types that are tested inline, without a function call, because large bodies are mostly strings, whole numbers and flags. */
export type Leaf = "string" | "integer" | "boolean" | "other";

/** The leaf type of a schema, also of an optional field; `other` if the schema has another type or checks more than the type. */
export function leafOf(schema: v.GenericSchema): Leaf {
  const [base, ...rest] = schemaPartsOf(schema);
  const requests = rest.filter(({ kind }) => kind !== "metadata").map(({ type }) => type);
  if ((base.type === "string" || base.type === "boolean") && requests.length === 0) return base.type;
  if (base.type === "exact_optional" && "wrapped" in base) return leafOf(base.wrapped as v.GenericSchema);
  return base.type === "number" && requests.length === 1 && requests[0] === "safe_integer" ? "integer" : "other";
}
