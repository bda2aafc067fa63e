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
