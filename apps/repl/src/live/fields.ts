import { type AnyOperation, EVERY_REVISION, inputFields, kindsOf, secretFields } from "@reeve/contract";
import * as v from "valibot";

/** A field of an operation's input, for help and completion. */
export interface Field {
  readonly name: string;
  /** The list of its values on the server. */
  readonly source: string;
  readonly about: string;
  readonly required: boolean;
  readonly isList: boolean;
  readonly isSecret: boolean;
  /** The words that it accepts. */
  readonly choices: readonly string[];
  /** Whether it accepts numbers only. */
  readonly isNumber: boolean;
}

/** The fields of an operation, in the order of their declaration. */
export function fieldsOf(operation: AnyOperation): readonly Field[] {
  const secrets = secretFields(operation);
  return Object.entries(inputFields(operation)).map(([name, schema]) => {
    const kinds = kindsOf(schema);
    return {
      name,
      source: Object.hasOwn(operation.routes, EVERY_REVISION) && name === "node" ? "own-node" : name,
      about: aboutOf(schema) || (kinds.has("number") ? "a number" : ""),
      required: !schema.type.includes("optional"),
      isList: unwrapped(schema).type === "array",
      isSecret: secrets.has(name),
      choices: choicesOf(schema),
      isNumber: kinds.has("number") && !kinds.has("string"),
    };
  });
}

function aboutOf(schema: v.GenericSchema): string {
  const words = v.getDescription(schema);
  if (words !== undefined) return words;
  return "wrapped" in schema ? aboutOf(schema.wrapped as v.GenericSchema) : "";
}

function choicesOf(schema: v.GenericSchema): readonly string[] {
  const inner = unwrapped(schema);
  if (!("options" in inner)) return [];
  if (inner.type === "picklist") return (inner.options as readonly unknown[]).map(String);
  return inner.type === "union" ? (inner.options as readonly v.GenericSchema[]).flatMap(choicesOf) : [];
}

function unwrapped(schema: v.GenericSchema): v.GenericSchema {
  return "wrapped" in schema ? unwrapped(schema.wrapped as v.GenericSchema) : schema;
}
