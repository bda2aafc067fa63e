import type * as v from "valibot";

/**
 * Reads text from a URL or a command line as the kind of value that a schema takes. Text that is no such value stays text, so that
 * the schema refuses it in its own words.
 */
export function fromText(schema: v.GenericSchema, text: string): unknown {
  return textReader(schema)(text);
}

/** `fromText` for one schema. */
export function textReader(schema: v.GenericSchema): (text: string) => unknown {
  const kinds = kindsOf(schema);
  if (kinds.has("string")) return (text) => text;
  const number = kinds.has("number");
  const boolean = kinds.has("boolean");
  return (text) => {
    if (number && /^-?\d{1,16}(\.\d+)?$/.test(text)) return Number(text);
    if (boolean && (text === "true" || text === "false")) return text === "true";
    return text;
  };
}

/** The types at the leaves of a schema, wrappers and alternatives seen through. */
export function kindsOf(schema: v.GenericSchema): ReadonlySet<string> {
  return new Set(leaves(schema));
}

function leaves(schema: v.GenericSchema): string[] {
  if ("wrapped" in schema) return leaves(schema.wrapped as v.GenericSchema);
  if ("options" in schema && schema.type === "union") return (schema.options as v.GenericSchema[]).flatMap(leaves);
  return [schema.type];
}
