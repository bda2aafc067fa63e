import type * as v from "valibot";

/**
 * Reads text from a URL or a command line as the kind of value that a schema takes. Text that is no such value stays text, so that
 * the schema refuses it in its own words.
 */
export function fromText(schema: v.GenericSchema, text: string): unknown {
  const kinds = kindsOf(schema);
  if (kinds.has("string")) return text;
  if (kinds.has("number") && /^-?\d{1,16}(\.\d+)?$/.test(text)) return Number(text);
  if (kinds.has("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** The types at the leaves of a schema, wrappers and alternatives seen through. */
export function kindsOf(schema: v.GenericSchema): ReadonlySet<string> {
  const known = kinds.get(schema);
  if (known) return known;
  const found = new Set(leaves(schema));
  kinds.set(schema, found);
  return found;
}

const kinds = new WeakMap<v.GenericSchema, ReadonlySet<string>>();

function leaves(schema: v.GenericSchema): string[] {
  if ("wrapped" in schema) return leaves(schema.wrapped as v.GenericSchema);
  if ("options" in schema && schema.type === "union") return (schema.options as v.GenericSchema[]).flatMap(leaves);
  return [schema.type];
}
