import { decode, decodeInput, integer, text } from "@reeve/contract";
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";

/**
 * Random combinations of schemas of every kind that the quick check supports, and of some that it does not support. No field has a name
 * that every object inherits, because valibot would read the inherited function as the field's value.
 */
const { schema } = fc.letrec<{ schema: v.GenericSchema; leaf: v.GenericSchema; entry: v.GenericSchema }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<v.GenericSchema>(
      v.string(),
      v.number(),
      v.boolean(),
      v.null(),
      v.unknown(),
      v.any(),
      v.literal("a"),
      v.picklist(["a", "b"]),
      v.bigint(),
      v.optional(v.string()),
      integer(),
      integer(0, 3),
      text("an a", /^a+$/),
      v.pipe(v.string(), v.digits()),
      v.pipe(v.string(), v.toUpperCase()),
      v.pipe(v.string(), v.minLength(1), v.description("x")),
      v.pipe(v.pipe(v.number(), v.safeInteger()), v.minValue(1)),
      v.pipe(
        v.string(),
        v.check((word) => word.length < 2),
      ),
      v.pipe(v.string(), v.transform(Number)),
      v.fallback(v.string(), "x"),
    ),
  ),
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie("leaf"),
    tie("schema").map((inner) => v.array(inner)),
    tie("schema").map((inner) => v.nullable(inner)),
    tie("schema").map((inner) => v.nullable(inner, "default")),
    tie("schema").map((inner) => v.nullish(inner)),
    tie("schema").map((inner) => v.record(v.string(), inner)),
    tie("schema").map((inner) => v.record(v.pipe(v.string(), v.maxLength(1)), inner)),
    fc.tuple(tie("schema"), tie("schema")).map((options) => v.union(options)),
    fc.dictionary(fc.constantFrom("a", "b"), tie("entry"), { noNullPrototype: true }).map((entries) => v.looseObject(entries)),
    fc.dictionary(fc.constantFrom("a", "b"), tie("entry"), { noNullPrototype: true }).map((entries) => v.strictObject(entries)),
  ),
  entry: fc.oneof(
    tie("schema"),
    tie("schema").map((inner) => v.exactOptional(inner)),
    tie("schema").map((inner) => v.exactOptional(inner, "default")),
    tie("schema").map((inner) => v.nullish(inner, "default")),
    tie("schema").map((inner) => v.optional(inner, "default")),
  ),
}));

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, undefined, true, "a", "aa", "b", "0", "", 0, 1, 1.5, -1, Number.NaN, "default"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "toString"), tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));

test("for any schema, the quick check accepts nothing that valibot refuses or changes", () => {
  let taken = 0;
  fc.assert(
    fc.property(schema, value, (anySchema, anyValue) => {
      const stock = v.safeParse(anySchema, structuredClone(anyValue));
      for (const check of [decode, decodeInput]) {
        const decoded = check(anySchema, structuredClone(anyValue));
        expect(decoded.ok).toBe(stock.success);
        if (!decoded.ok) continue;
        taken++;
        expect(decoded.value).toEqual(stock.output);
      }
    }),
    { numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(1_000);
});
