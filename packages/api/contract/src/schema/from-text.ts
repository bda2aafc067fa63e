import type * as v from "valibot";

/** Converts text to the kind of value that a schema takes. Text that cannot be converted stays, so that the schema refuses it. */
export function fromText(schema: v.GenericSchema, text: string): unknown {
  return textReader(schema)(text);
}

/** Returns the function that converts text as `fromText` does, for one schema. */
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

/** The leaf types of a schema, without its wrappers and including all of its alternatives. */
export function kindsOf(schema: v.GenericSchema): ReadonlySet<string> {
  return new Set(leaves(schema));
}

function leaves(schema: v.GenericSchema): string[] {
  if ("wrapped" in schema) return leaves(schema.wrapped as v.GenericSchema);
  if ("options" in schema && schema.type === "union") return (schema.options as v.GenericSchema[]).flatMap(leaves);
  return [schema.type];
}
