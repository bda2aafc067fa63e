import { isDeepStrictEqual } from "node:util";
import { decode, documentedSchema, listOperations } from "@reeve/contract";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { arbitraryOf } from "./arbitrary.ts";

/** Every schema of an answer, by the name of one operation that uses the schema. */
const schemas = new Map(
  apis.flatMap((api) =>
    listOperations(api).flatMap(({ name, operation }) =>
      api.revisions.map((revision) => [documentedSchema(operation.output, revision), `${api.name} ${name}`] as const),
    ),
  ),
);

/** The number of bodies of each schema, and the seed of their generator. The trial `fits` sets both. */
const numRuns = Number(process.env.FITS_RUNS ?? 500);
const seed = process.env.REEVE_SEED === undefined ? {} : { seed: Number(process.env.REEVE_SEED) };

/** Values that replace a part of a valid body. */
const intruder = fc.oneof(
  fc.constantFrom(null, undefined, true, "", "x", "0", 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, [], {}, [[]]),
  fc.jsonValue({ maxDepth: 1 }),
);

describe("the quick check and valibot agree on every body", () => {
  test.each([...schemas].map(([schema, name]) => [name, schema] as const))("%s", (_, schema) => {
    let refused = 0;
    fc.assert(
      fc.property(arbitraryOf(schema), fc.nat(), intruder, (body, at, replacement) => {
        expectEqual(decode(schema, body), { ok: true, value: body });
        const mutated = replaced(structuredClone(body), at, replacement);
        const decoded = decode(schema, mutated);
        const stock = v.safeParse(schema, mutated);
        if (decoded.ok !== stock.success) expect(decoded.ok, JSON.stringify(mutated)).toBe(stock.success);
        if (decoded.ok) expectEqual(decoded.value, mutated);
        else refused++;
      }),
      { numRuns, ...seed },
    );
    // If no mutation were refused, the test would prove nothing. Only a schema that accepts every value is exempt.
    if (schema.type !== "unknown") expect(refused).toBeGreaterThan(0);
  });
});

/** The platform's comparison is much faster than an assertion. The assertion is only used to describe a difference. */
function expectEqual(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Replaces one part of a body: its root, or the field or element with this number. */
function replaced(body: unknown, at: number, replacement: unknown): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const key of Object.keys(value)) {
      places.push([value as Record<string, unknown>, key]);
      visit((value as Record<string, unknown>)[key]);
    }
  };
  visit(body);
  const place = places[at % (places.length + 1)];
  if (!place) return replacement;
  const [parent, key] = place;
  Object.defineProperty(parent, key, { value: replacement, enumerable: true, configurable: true, writable: true });
  return body;
}
