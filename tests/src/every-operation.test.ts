import { callOperation } from "@reeve/client";
import { createDouble, reply } from "@reeve/client/testing";
import { listOperations, readAnswer } from "@reeve/contract";
import { afterAll, describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { clientFor, inEachRevision, sampleBody } from "./clients.ts";

/** The result of each call, by `api operation` and revision. */
const results = new Map<string, Map<string, string>>();

function note(operation: string, revision: string, result: string): void {
  const row = results.get(operation) ?? new Map<string, string>();
  results.set(operation, row.set(revision, result));
}

afterAll(() => {
  const lines = [...results].map(([operation, row]) => {
    const cells = [...row].sort().map(([revision, result]) => `${revision} ${result}`);
    return `${operation.padEnd(34)} ${cells.join("   ")}`;
  });
  console.log(`operation x revision x result, through the clients against the double\n${lines.join("\n")}`);
});

describe.each(apis.map((api) => [api.name, api] as const))("%s: every operation of every revision", (_, api) => {
  const calls = inEachRevision(api, listOperations(api));

  test.each(calls.map(([revision, listed]) => [revision, listed.name, listed] as const))(
    "%s %s is asked for, understood, answered and read",
    async (revision, name, listed) => {
      const { operation } = listed;
      note(`${api.name} ${name}`, revision, "FAILED");
      const body = sampleBody(listed, revision);
      const double = createDouble(api, revision as never, { [name]: reply(200, body) } as never);
      const client = clientFor(api.name, {
        url: double.url,
        fetch: double.fetch,
        service: "demo",
        revision,
        token: "t",
      });

      const answer = await callOperation(client, name, operation.example);

      const read = readAnswer(operation.output, { status: 200, body });
      if (!read.ok) throw new Error(read.issues[0]);
      expect(answer.body).toEqual(body);
      expect(answer.read()).toEqual(read.value);
      expect(double.requests.map((request) => request.operation)).toEqual([name]);
      note(`${api.name} ${name}`, revision, "ok");
    },
  );

  test("operations that a revision lacks are refused, and no request is sent", async () => {
    for (const revision of api.revisions) {
      for (const { name, operation, revisions } of listOperations(api)) {
        if (revisions.includes(revision)) continue;
        const double = createDouble(api, revision as never, {});
        const client = clientFor(api.name, { url: double.url, fetch: double.fetch, service: "demo", revision });
        const error = await callOperation(client, name, operation.example).catch((thrown) => thrown);
        expect(error.code, name).toBe("not-in-revision");
        expect(error.message).toContain(revisions.at(-1));
        expect(double.requests).toEqual([]);
        note(`${api.name} ${name}`, revision, "–");
      }
    }
  });
});
