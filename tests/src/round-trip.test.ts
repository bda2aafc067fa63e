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

/** What the law is about: a request that is built, put on the wire and matched says what was asked for. */
function sentAndMatched(
  operation: AnyOperation,
  revision: string,
  router: ReturnType<typeof createRouter>,
  input: unknown,
) {
  return routesOf(operation, revision).map((route) => {
    const request = buildRequest(operation, { revision, service: "a service é", input, route });
    const target = request.query === "" ? request.path : `${request.path}?${request.query}`;
    const match = router.match(request.method, target);
    if (match.kind !== "operation")
      throw new Error(`${request.method} ${target} is matched as ${JSON.stringify(match)}`);
    const body = request.body === undefined ? undefined : JSON.parse(JSON.stringify(request.body));
    return { match, target, input: inputOf(match, body) };
  });
}

for (const api of apis) {
  for (const revision of api.revisions) {
    describe(`${api.name} ${revision}: what is built is matched as what it was`, () => {
      const router = createRouter(api, revision);
      test.each(listOperations(api, revision).map((listed) => [listed.name, listed] as const))(
        "%s",
        (_, { name, operation }) => {
          let sent = 0;
          fc.assert(
            fc.property(arbitraryOf(operation.input), (input) => {
              let results: ReturnType<typeof sentAndMatched>;
              try {
                results = sentAndMatched(operation, revision, router, input);
              } catch (error) {
                // A revision that has one plan cannot be asked for another: that is refused, never dropped.
                if (isReeveError(error, "not-in-revision")) return;
                throw error;
              }
              sent++;
              for (const { match, target, input: received } of results) {
                expect(match.name, target).toBe(name);
                expect(match.unknownParameters).toEqual([]);
                expect(received, target).toEqual(checkInput(operation, input));
                // The URL parser of the platform must not see another path than we meant.
                const url = new URL(target, "http://host.invalid");
                expect(url.pathname + url.search).toBe(target);
              }
            }),
            { numRuns: 200 },
          );
          // Were nearly all inputs refused, the law would hold for want of a case.
          expect(sent).toBeGreaterThan(20);
        },
      );
    });
  }
}
