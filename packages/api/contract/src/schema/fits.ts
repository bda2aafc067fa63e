import type * as v from "valibot";
import { isRecord } from "./is-record.ts";
import { type Leaf, leafOf, type SchemaPart, schemaPartsOf } from "./parts.ts";

/** Whether a value fits a schema unchanged, so that valibot would refuse or convert no part of it. */
export type Fits = (value: unknown) => boolean;

/**
 * Walks a schema once and builds closures that check without copying, at a fraction of the cost of `v.parse` on large bodies. No code is
 * built from text, so the closures run under any content security policy. They may refuse a value that fits, but never accept one that does
 * not: after a refusal the caller uses valibot, which decides and reports the position. The closures expect JSON data and ignore inherited
 * fields.
 */
export function fits(schema: v.GenericSchema): Fits {
  const known = compiled.get(schema);
  if (known) return known;
  const made = compile(schema);
  compiled.set(schema, made);
  return made;
}

const compiled = new WeakMap<v.GenericSchema, Fits>();

function compile(schema: v.GenericSchema): Fits {
  const [base, ...actions] = schemaPartsOf(schema);
  const type = compileType(base);
  if (actions.every(({ kind }) => kind === "metadata")) return type;
  const rest = every(actions);
  return (value) => type(value) && rest(value);
}

function every(actions: readonly SchemaPart[]): Fits {
  const checks = actions.map(compileAction).filter((check) => check !== undefined);
  const [first, second] = checks;
  if (first === undefined) return () => true;
  return second === undefined ? first : (value) => checks.every((check) => check(value));
}

function compileType(schema: v.GenericSchema): Fits {
  if (is<v.StringSchema<undefined>>(schema, "string")) return (value) => typeof value === "string";
  if (is<v.NumberSchema<undefined>>(schema, "number")) return (value) => typeof value === "number" && !Number.isNaN(value);
  if (is<v.BooleanSchema<undefined>>(schema, "boolean")) return (value) => typeof value === "boolean";
  if (is<v.NullSchema<undefined>>(schema, "null")) return (value) => value === null;
  if (schema.type === "unknown" || schema.type === "any") return () => true;
  if (is<v.LiteralSchema<v.Literal, undefined>>(schema, "literal")) return (value) => value === schema.literal;
  if (is<v.PicklistSchema<v.PicklistOptions, undefined>>(schema, "picklist")) {
    const words = new Set<unknown>(schema.options);
    return (value) => words.has(value);
  }
  if (
    is<v.NullableSchema<v.GenericSchema, undefined>>(schema, "nullable") ||
    is<v.NullishSchema<v.GenericSchema, undefined>>(schema, "nullish")
  ) {
    const inner = fits(schema.wrapped);
    if (!hasDefault(schema)) return (value) => value === null || inner(value);
    // A missing value does not fit, because valibot would replace it by the default.
    const isMissing = schema.type === "nullish" ? (value: unknown) => value == null : (value: unknown) => value === null;
    return (value) => !isMissing(value) && inner(value);
  }
  if (is<v.ExactOptionalSchema<v.GenericSchema, undefined>>(schema, "exact_optional")) return fits(schema.wrapped);
  if (is<v.UnionSchema<v.UnionOptions, undefined>>(schema, "union")) {
    // The first option that accepts a value decides how the value is converted. So the result is certain only if no option converts values.
    if (!schema.options.every(changesNothing)) return () => false;
    const options = schema.options.map(fits);
    return (value) => options.some((option) => option(value));
  }
  if (is<v.ArraySchema<v.GenericSchema, undefined>>(schema, "array")) return fitsArray(schema.item);
  if (is<v.RecordSchema<v.GenericSchema<string, string>, v.GenericSchema, undefined>>(schema, "record")) {
    return fitsRecord(fitsKey(schema.key), fits(schema.value));
  }
  if (is<v.LooseObjectSchema<v.ObjectEntries, undefined>>(schema, "loose_object")) {
    return fitsObject(schema.entries as Record<string, v.GenericSchema>);
  }
  if (is<v.StrictObjectSchema<v.ObjectEntries, undefined>>(schema, "strict_object")) {
    return fitsStrictObject(schema.entries as Record<string, v.GenericSchema>);
  }
  return () => false;
}

function fitsArray(schema: v.GenericSchema): Fits {
  const leaf = leafOf(schema);
  if (leaf === "string") return (value) => Array.isArray(value) && everyString(value);
  if (leaf === "integer") return (value) => Array.isArray(value) && everyInteger(value);
  const item = fits(schema);
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (let index = 0; index < value.length; index++) if (!item(value[index])) return false;
    return true;
  };
}

function everyString(values: readonly unknown[]): boolean {
  for (let index = 0; index < values.length; index++) if (typeof values[index] !== "string") return false;
  return true;
}

function everyInteger(values: readonly unknown[]): boolean {
  for (let index = 0; index < values.length; index++) if (!Number.isSafeInteger(values[index])) return false;
  return true;
}

function fitsRecord(key: Fits, item: Fits): Fits {
  return (value) => {
    if (!isRecord(value)) return false;
    const names = Object.keys(value);
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string;
      if (!key(name) || !item(value[name])) return false;
    }
    return true;
  };
}

/** A key is always a string, so only the additional checks of its schema are needed. */
function fitsKey(schema: v.GenericSchema): Fits {
  const [base, ...actions] = schemaPartsOf(schema);
  return base.type === "string" ? every(actions) : fits(schema);
}

function fitsObject(entries: Record<string, v.GenericSchema>): Fits {
  const fields = Object.entries(entries).map(
    ([name, schema], index): Field => ({ ...{ name, index, leaf: leafOf(schema), fits: fits(schema), isRequired: !isOptional(schema) } }),
  );
  const byName = new Map(fields.map((field) => [field.name, field]));
  const required = fields.filter(({ isRequired }) => isRequired).length;
  return (value) => {
    if (!isRecord(value)) return false;
    let left = required;
    let next = 0;
    // Iterating over an object's fields is much faster than looking each up by name, and usually they are in the declared order.
    for (const name in value) {
      let field = fields[next];
      // Optional fields that are missing are passed over. A field that is not in the declared order costs a lookup by name.
      while (field !== undefined && field.name !== name && !field.isRequired) field = fields[field.index + 1];
      if (field?.name !== name) field = byName.get(name);
      if (field === undefined) continue;
      next = field.index + 1;
      const content = value[name];
      if (field.leaf === "string" ? typeof content !== "string" : !hasFit(field, content)) return false;
      if (field.isRequired) left--;
    }
    return left === 0;
  };
}

interface Field {
  readonly name: string;
  readonly index: number;
  readonly leaf: Leaf;
  readonly fits: Fits;
  readonly isRequired: boolean;
}

function hasFit({ leaf, fits }: Field, content: unknown): boolean {
  if (leaf === "integer") return Number.isSafeInteger(content);
  return leaf === "boolean" ? typeof content === "boolean" : fits(content);
}

function fitsStrictObject(entries: Record<string, v.GenericSchema>): Fits {
  const known = fitsObject(entries);
  return (value) => known(value) && Object.keys(value as object).every((name) => Object.hasOwn(entries, name));
}

/** Filling in a default is a conversion, so a missing entry with a default never fits. */
function isOptional(schema: v.GenericSchema): boolean {
  return (schema.type === "exact_optional" || schema.type === "nullish") && !hasDefault(schema);
}

function hasDefault(schema: v.GenericSchema): boolean {
  return "default" in schema && schema.default !== undefined;
}

/** Whether a schema never converts a value: it is a known leaf type without a default, a fallback or a transformation. */
function changesNothing(schema: v.GenericSchema): boolean {
  if ("fallback" in schema) return false;
  const [base, ...actions] = schemaPartsOf(schema);
  return LEAVES.has(base.type) && actions.every(({ kind }) => kind !== "transformation" && kind !== "schema");
}

const LEAVES: ReadonlySet<string> = new Set(["string", "number", "boolean", "null", "literal", "picklist"]);

function compileAction(action: SchemaPart): Fits | undefined {
  if (action.kind === "metadata") return undefined;
  if (action.kind !== "validation") return () => false;
  if (is<v.SafeIntegerAction<number, undefined>>(action, "safe_integer")) return Number.isSafeInteger;
  if (is<v.MinValueAction<number, number, undefined>>(action, "min_value")) {
    const least = action.requirement;
    return (value) => (value as number) >= least;
  }
  if (is<v.MaxValueAction<number, number, undefined>>(action, "max_value")) {
    const most = action.requirement;
    return (value) => (value as number) <= most;
  }
  if (is<v.RegexAction<string, undefined>>(action, "regex")) {
    const form = action.requirement;
    // A regular expression with the flag g or y keeps a position, so it can give different results for the same text.
    return form.global || form.sticky ? () => false : (value) => form.test(value as string);
  }
  if (action.type === "digits") return isDigits;
  if (is<v.CheckAction<unknown, undefined>>(action, "check")) return action.requirement;
  return () => false;
}

/** Checks the same as valibot's `digits`, without its regular expression. */
function isDigits(value: unknown): boolean {
  const text = value as string;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return text.length > 0;
}

function is<Kind extends { readonly type: string }>(part: { readonly type: string }, type: Kind["type"]): part is Kind & typeof part {
  return part.type === type;
}
