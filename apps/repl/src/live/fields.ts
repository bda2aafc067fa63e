import { type AnyOperation, EVERY_REVISION, inputFields, kindsOf, secretFields } from "@reeve/contract";
import * as v from "valibot";

/** A field of an operation's input, for help and completion. */
export interface Field {
  readonly name: string;
  /** The name of the list on the server that contains the field's values. */
  readonly source: string;
  readonly about: string;
  readonly required: boolean;
  readonly isList: boolean;
  /** Whether the value is a text with names that are separated by commas. */
  readonly hasCommas: boolean;
  readonly isSecret: boolean;
  /** The words that the field accepts. */
  readonly choices: readonly string[];
  /** Whether the field accepts only numbers. */
  readonly isNumber: boolean;
}

const WITH_COMMAS: ReadonlySet<string> = new Set(["topics", "brokers", "away_from"]);

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
      hasCommas: WITH_COMMAS.has(name),
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
