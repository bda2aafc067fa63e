import type * as v from "valibot";

export type Part = v.GenericSchema | v.GenericPipeAction;

/** What a schema is made of, in order: the schema of its type, then what a pipe adds; pipes within pipes are laid flat. */
export function partsOf(schema: v.GenericSchema): readonly [v.GenericSchema, ...Part[]] {
  if (!("pipe" in schema)) return [schema];
  const [first, ...rest] = schema.pipe as readonly [v.GenericSchema, ...Part[]];
  return [...partsOf(first), ...rest];
}
