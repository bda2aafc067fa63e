import { documentedSchema, listOperations, readAnswer } from "@reeve/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { arbitraryOf } from "./arbitrary.ts";

for (const api of apis) {
  for (const revision of api.revisions) {
    describe(`${api.name} ${revision}: what a server sends is read without losing a field`, () => {
      test.each(listOperations(api, revision).map((listed) => [listed.name, listed.operation] as const))(
        "%s",
        (_, operation) => {
          fc.assert(
            fc.property(arbitraryOf(documentedSchema(operation.output, revision)), (sent) => {
              const wire = JSON.stringify(sent);
              const body: unknown = JSON.parse(wire);
              const answer = readAnswer(operation.output, { status: 200, body });
              expect(answer).toMatchObject({ ok: true });
              // The wire form stays exactly as it came…
              expect(JSON.stringify(body)).toBe(wire);
              // …and what callers get has every field of it, if under a newer name.
              const read = JSON.stringify(answer.ok ? answer.value : undefined);
              expect(keysOf(JSON.parse(read))).toEqual(expect.arrayContaining(keysOf(body).map(newName)));
            }),
            { numRuns: 100 },
          );
        },
      );
    });
  }
}

/** R1's word, and ours. */
function newName(key: string): string {
  return key === "blocks" ? "steps" : key;
}

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
}
