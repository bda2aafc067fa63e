import {
  type AnyOperation,
  buildRequest,
  checkInput,
  createRouter,
  inputOf,
  isReeveError,
  listOperations,
  routesOf,
} from "@reeve/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { arbitraryOf } from "./arbitrary.ts";

/** Builds a request and matches it as the server would. The matched input must equal the given input. */
function sentAndMatched(operation: AnyOperation, revision: string, router: ReturnType<typeof createRouter>, input: unknown) {
  return routesOf(operation, revision).map((route) => {
    const request = buildRequest(operation, { revision, service: "a service é", input, route });
    const target = request.query === "" ? request.path : `${request.path}?${request.query}`;
    const match = router.match(request.method, target);
    if (match.kind !== "operation") throw new Error(`${request.method} ${target} is matched as ${JSON.stringify(match)}`);
    const body = request.body === undefined ? undefined : JSON.parse(JSON.stringify(request.body));
    return { match, target, input: inputOf(match, body) };
  });
}

for (const api of apis) {
  for (const revision of api.revisions) {
    describe(`${api.name} ${revision}: a built request is matched as the same operation with the same input`, () => {
      const router = createRouter(api, revision);
      test.each(listOperations(api, revision).map((listed) => [listed.name, listed] as const))("%s", (_, { name, operation }) => {
        let sent = 0;
        fc.assert(
          fc.property(arbitraryOf(operation.input), (input) => {
            let results: ReturnType<typeof sentAndMatched>;
            try {
              results = sentAndMatched(operation, revision, router, input);
            } catch (error) {
              // A revision with only one plan refuses the name of another plan, and does not ignore it.
              if (isReeveError(error, "not-in-revision")) return;
              throw error;
            }
            sent++;
            for (const { match, target, input: received } of results) {
              expect(match.name, target).toBe(name);
              expect(match.unknownParameters).toEqual([]);
              expect(received, target).toEqual(checkInput(operation, input));
              // The platform's URL parser must read the same path.
              const url = new URL(target, "http://host.invalid");
              expect(url.pathname + url.search).toBe(target);
            }
          }),
          { numRuns: 200 },
        );
        // If nearly all inputs were refused, the test would prove nothing.
        expect(sent).toBeGreaterThan(20);
      });
    });
  }
}
