import { decode, documentedSchema, listOperations } from "@reeve/contract";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { arbitraryOf } from "./arbitrary.ts";

/** Each schema that a server's answer is checked with, by the name of an operation that has it. */
const schemas = new Map(
  apis.flatMap((api) =>
    listOperations(api).flatMap(({ name, operation }) =>
      api.revisions.map((revision) => [documentedSchema(operation.output, revision), `${api.name} ${name}`] as const),
    ),
  ),
);

/** What one place in a body may be replaced with. */
const intruder = fc.oneof(
  fc.constantFrom(
    null,
    undefined,
    true,
    "",
    "x",
    "0",
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    [],
    {},
    [[]],
  ),
  fc.jsonValue({ maxDepth: 1 }),
);

describe("the quick check and valibot agree on every body", () => {
  test.each([...schemas].map(([schema, name]) => [name, schema] as const))("%s", (_, schema) => {
    let refused = 0;
    fc.assert(
      fc.property(arbitraryOf(schema), fc.nat(), intruder, (body, at, replacement) => {
        expect(decode(schema, body)).toEqual({ ok: true, value: body });
        const mutated = replaced(structuredClone(body), at, replacement);
        const decoded = decode(schema, mutated);
        const stock = v.safeParse(schema, mutated);
        expect(decoded.ok, JSON.stringify(mutated)).toBe(stock.success);
        if (decoded.ok) expect(decoded.value).toEqual(mutated);
        else refused++;
      }),
      { numRuns: 500 },
    );
    // A mutation that never does harm would prove nothing; only a schema that takes anything may be left out.
    if (schema.type !== "unknown") expect(refused).toBeGreaterThan(0);
  });
});

/** Puts something else into one place of a body: its root, or a field or element found by counting. */
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
