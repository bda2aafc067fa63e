import { callOperation } from "@reeve/client";
import { isReeveError, listOperations } from "@reeve/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { clientFor, inEachRevision } from "./clients.ts";

const CANARY = "t0ken-canary";

const statuses = [200, 202, 204, 208, 301, 304, 400, 401, 403, 404, 405, 409, 417, 429, 500, 502, 503, 599];

const plan = { phases: [{ id: "1", name: "Deploy", status: "ERROR", steps: [] }], errors: [CANARY], status: "ERROR" };

/** Bodies that servers, gateways and faulty programs may send. Some contain the caller's own token. */
const bodies = fc.oneof(
  fc.constantFrom("", "null", "[null]", "[[[[", "\ufeff[]", "\0", '{"__proto__":{"a":1}}', '{"a":'.repeat(3_000)),
  fc.constantFrom(CANARY, `<html>${CANARY}</html>`, "x".repeat(70_000), "Error: topic orders does not exist"),
  fc.constantFrom({ Error: CANARY }, { message: null }, { message: `Error: ${CANARY}` }, { phases: [{}] }, plan).map(toText),
  fc.json({ maxDepth: 3 }),
);

function toText(value: unknown): string {
  return JSON.stringify(value);
}

const types = fc.constantFrom("application/json", "text/plain", "text/html", "application/problem+json", "");

describe.each(apis.map((api) => [api.name, api] as const))("%s", (_, api) => {
  const calls = inEachRevision(api, listOperations(api));

  test.each(calls.map(([revision, listed]) => [revision, listed.name, listed] as const))(
    "%s %s gives its value or an error with a code, whatever is answered, and never shows the token",
    async (revision, name, { operation }) => {
      const answers = fc.asyncProperty(fc.constantFrom(...statuses), bodies, types, async (status, body, type) => {
        const empty = status === 204 || status === 304;
        const fetch = async () => new Response(empty ? null : body, { status, headers: { "content-type": type } });
        const options = { url: "https://cluster.example", fetch, service: "demo", token: CANARY, revision, retries: 0 };
        try {
          (await callOperation(clientFor(api.name, options), name, operation.example)).read();
        } catch (error) {
          if (!isReeveError(error)) throw error;
          expect(error.message + error.stack + JSON.stringify(error)).not.toContain(CANARY);
        }
      });
      await fc.assert(answers, { numRuns: 20 });
    },
  );
});
