import * as v from "valibot";
import { inputFields, secretFields } from "./input.ts";
import type { AnyOperation } from "./operation.ts";
import { routesOf } from "./request.ts";
import { EVERY_REVISION } from "./route/fields.ts";
import type { FieldTraits } from "./schema/atoms.ts";
import { kindsOf } from "./schema/from-text.ts";

/** A field of an operation's input, from which flags, help, completion and dialogs are derived. */
export interface InputField {
  /** The field's name in requests. */
  readonly name: string;
  readonly schema: v.GenericSchema;
  readonly about: string;
  readonly required: boolean;
  /** The default value. */
  readonly fallback: unknown;
  readonly isSecret: boolean;
  readonly isInBody: boolean;
  /** Whether the field accepts only numbers. */
  readonly isNumber: boolean;
  /** The schema of an element if the field is a list. */
  readonly element: v.GenericSchema | undefined;
  /** Whether the field is an object whose keys are data, which a command takes as pairs such as `retention.ms=3600000`. */
  readonly isPairs: boolean;
  /** The values that the declaration lists; for pairs, the names, and for a list, the elements. */
  readonly values: readonly string[];
  /** Whether other values than `values` are refused. */
  readonly isChoice: boolean;
  /** Whether the field has only one possible value, so that it is given or not, like `force`. */
  readonly isSwitch: boolean;
  /** What the value names, such as `topic`; undefined if it names nothing. */
  readonly names: string | undefined;
  /** Whether the value is a text with several names that are separated by commas. */
  readonly hasCommas: boolean;
  /** Whether a command takes the field as an argument; a field with pairs takes all remaining arguments. */
  readonly isPositional: boolean;
}

/** The fields of an operation's input in the order of declaration; if a revision is given, only the fields that it can express. */
export function fieldsOf(operation: AnyOperation, revision?: string): readonly InputField[] {
  const all = known.get(operation) ?? allFields(operation);
  known.set(operation, all);
  if (revision === undefined || !isIn(operation, revision)) return all;
  const sent = new Set([...operation.body, operation.listBody]);
  for (const { fields } of routesOf(operation, revision)) for (const field of fields) sent.add(field);
  return all.filter(({ name }) => sent.has(name));
}

const known = new WeakMap<AnyOperation, readonly InputField[]>();

function isIn({ routes }: AnyOperation, revision: string): boolean {
  return Object.hasOwn(routes, revision) || Object.hasOwn(routes, EVERY_REVISION);
}

function allFields(operation: AnyOperation): readonly InputField[] {
  const secrets = secretFields(operation);
  return Object.entries(inputFields(operation)).map(([name, schema]) => {
    const inner = unwrapped(schema);
    const kinds = kindsOf(schema);
    const values = valuesOf(inner);
    const isPairs = inner.type === "record";
    const isChoice = values.length > 0 && !isPairs && inner.type !== "array" && [...kinds].every((kind) => kind === "picklist");
    const traits = (v.getMetadata(schema).traits ?? v.getMetadata(inner).traits ?? {}) as FieldTraits;
    const isInBody = operation.body.includes(name);
    return {
      name,
      schema,
      about: v.getDescription(schema) ?? v.getDescription(inner) ?? "",
      required: !schema.type.includes("optional"),
      fallback: "default" in schema ? schema.default : undefined,
      isSecret: secrets.has(name),
      isInBody,
      isNumber: kinds.has("number") && !kinds.has("string"),
      element: inner.type === "array" && "item" in inner ? (inner.item as v.GenericSchema) : undefined,
      isPairs,
      values,
      isChoice,
      isSwitch: isChoice && values.length === 1,
      names: traits.names,
      hasCommas: traits.hasCommas ?? false,
      isPositional: (traits.isPositional ?? false) && (isPairs || !isInBody),
    };
  });
}

function unwrapped(schema: v.GenericSchema): v.GenericSchema {
  return "wrapped" in schema ? unwrapped(schema.wrapped as v.GenericSchema) : schema;
}

function valuesOf(schema: v.GenericSchema): readonly string[] {
  const inner = unwrapped(schema);
  if (inner.type === "record" && "key" in inner) return valuesOf(inner.key as v.GenericSchema);
  if (inner.type === "array" && "item" in inner) return valuesOf(inner.item as v.GenericSchema);
  if (!("options" in inner)) return [];
  if (inner.type === "picklist") return (inner.options as readonly unknown[]).map(String);
  return inner.type === "union" ? (inner.options as readonly v.GenericSchema[]).flatMap(valuesOf) : [];
}
