import { isRecord } from "@reeve/contract";
import fc from "fast-check";
import * as v from "valibot";

/** Generates values that fit a schema. Objects get some of their optional fields, and also unknown fields if the schema allows these. */
export function arbitraryOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return partOf(schema).filter((value) => v.is(schema, value));
}

/**
 * Generates values of the right structure. Only texts and numbers are checked here, and everything else once, at the root: a check at each
 * level would check the same texts as often as they are nested.
 */
function partOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  const part = base(schema);
  return schema.type === "string" || schema.type === "number" ? part.filter((value) => v.is(schema, value)) : part;
}

/** Names of fields that are known to cause bugs, and other names. */
const unusualKey = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "", "0", "é", "a b"),
  fc.string({ maxLength: 8 }),
);

const unknownFields = fc.dictionary(unusualKey, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3, noNullPrototype: true });

/** Any character. The unit "binary" would be the same, but makes a table of all characters, which takes a second and 150 MB. */
const character = fc
  .nat(0x10ffff)
  .map(
    (code) => String.fromCodePoint(code),
    // Without this function, strings would not include the names that are known to cause bugs, such as `__proto__`.
    (text) => {
      const code = typeof text === "string" ? text.codePointAt(0) : undefined;
      if (code === undefined || String.fromCodePoint(code) !== text) throw new Error("not one character");
      return code;
    },
  )
  .filter((text) => text.isWellFormed());

/** Texts of every kind that a schema may require. Only texts that fit the schema are kept. */
const words = fc.oneof(
  fc.string({ unit: character, maxLength: 12 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  fc.stringMatching(/^[\w.-]{1,40}$/),
  fc.stringMatching(/^[a-z]{1,8}-\d{1,3}$/),
  fc.stringMatching(/^\d{1,5}$/),
  fc.stringMatching(/^\d{1,6}[kMG]?B\/s$/),
  fc.stringMatching(/^[0-9a-f]{64}$/),
  fc.stringMatching(/^s3:\/\/[a-z0-9]{3,20}$/),
  fc.uuid(),
  fc.constant("*"),
);

function base(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  if (isType<v.StringSchema<undefined>>(schema, "string")) return words;
  if (isType<v.NumberSchema<undefined>>(schema, "number")) {
    return fc.oneof(fc.integer(), fc.nat(100), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), fc.constantFrom(-2, -1, 0, 1));
  }
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "unknown") return fc.jsonValue({ maxDepth: 2 });
  if (isType<v.LiteralSchema<v.Literal, undefined>>(schema, "literal")) return fc.constant(schema.literal);
  if (isType<v.PicklistSchema<readonly string[], undefined>>(schema, "picklist")) return fc.constantFrom(...schema.options);
  if (isType<v.NullableSchema<v.GenericSchema, undefined>>(schema, "nullable")) {
    return fc.oneof(fc.constant(null), partOf(schema.wrapped));
  }
  if (isType<v.ExactOptionalSchema<v.GenericSchema, unknown>>(schema, "exact_optional")) {
    const inner = partOf(schema.wrapped);
    // The default is the most frequent value. In a revision that cannot express other values, only the default is valid.
    return schema.default === undefined ? inner : fc.oneof(fc.constant(schema.default), inner);
  }
  if (isType<v.UnionSchema<v.GenericSchema[], undefined>>(schema, "union")) return fc.oneof(...schema.options.map(partOf));
  if (isType<v.ArraySchema<v.GenericSchema, undefined>>(schema, "array")) {
    return fc.array(partOf(schema.item), { maxLength: 3 });
  }
  if (isType<v.RecordSchema<v.GenericSchema<string, string>, v.GenericSchema, undefined>>(schema, "record")) {
    const key = partOf(schema.key) as fc.Arbitrary<string>;
    return fc.dictionary(key, partOf(schema.value), { maxKeys: 3, noNullPrototype: true });
  }
  if (isType<v.LooseObjectSchema<v.ObjectEntries, undefined>>(schema, "loose_object")) {
    return fc.tuple(fieldsOf(schema.entries), unknownFields).map(([fields, others]) => ({ ...others, ...fields }));
  }
  if (isType<v.StrictObjectSchema<v.ObjectEntries, undefined>>(schema, "strict_object")) return fieldsOf(schema.entries);
  throw new Error(`no arbitrary for a schema of type ${schema.type}`);
}

function fieldsOf(entries: v.ObjectEntries): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(entries) as [string, v.GenericSchema][];
  return fc
    .record(Object.fromEntries(fields.map(([name, field]) => [name, partOf(field)])), {
      requiredKeys: fields.filter(([, { type }]) => type !== "exact_optional").map(([name]) => name),
      noNullPrototype: true,
    })
    .filter(isRecord);
}

function isType<Kind extends { readonly type: string }>(
  schema: { readonly type: string },
  type: Kind["type"],
): schema is Kind & typeof schema {
  return schema.type === type;
}
