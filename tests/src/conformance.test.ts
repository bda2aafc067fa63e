import { type AnyApi, createRouter, listOperations, routesOf } from "@reeve/contract";
import { type Reeve, startReeve } from "@reeve/service";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { documentedRows } from "./documented-rows.ts";
import { ANY_CONFIGURATION, expectAnswer, targetOf, type Walker, walker } from "./walk.ts";

/**
 * Requests every row of the three API documents from the running service over HTTP, in every revision and both editions. The nodes are
 * simulated; `kafka/conformance.long.test.ts` requests the broker's rows with real brokers.
 */

const names = { broker: "kafka", "wide-column": "cassandra", "file-system": "hdfs" } as const;
const editions = ["open", "enterprise"] as const;

const table: string[] = [];
afterAll(() => console.log(`\n${table.join("\n")}\n${table.length} rows walked`));

for (const api of apis) {
  for (const revision of api.revisions) {
    describe.each(editions)(`${api.name} ${revision}, %s edition`, (edition) => {
      let reeve: Reeve;
      let steps: Walker;
      const service = names[api.name as keyof typeof names];
      const rows = documentedRows.filter((row) => row.api === api.name);

      beforeAll(async () => {
        reeve = await startReeve({
          edition,
          services: { [service]: { kind: api.name as "broker", revision: revision as "R1", pace: 0 } },
        });
        steps = walker(reeve, service);
        await steps.quiet();
        if (api.name === "broker") {
          const create = revision === "R3" ? "/topics/orders?" : "/topics?name=orders&";
          const made = await steps.send("POST", `/service/kafka/v1${create}partitions=2&replication=2`);
          expect(made.status).toBe(200);
        }
      });
      afterAll(() => reeve?.close());

      test.each(rows.flatMap((row) => row.methods.map((method) => [method, row.path, row.query, row] as const)))(
        "%s %s %s",
        async (method, path, query, row) => {
          const answer = await steps.walk(method, row);
          const name = expectAnswer(api as AnyApi, revision, method, row, answer);
          const shown = `${method} ${path}${query === "" ? "" : `?${query}`}`;
          table.push(line(edition, api.name, revision, shown, name, answer.status));
        },
        60_000,
      );
    });
  }
}

test("every operation of every revision is in the documents, or is an extension with a reason", () => {
  for (const api of apis as readonly AnyApi[]) {
    for (const { operation, name, revisions } of listOperations(api)) {
      for (const revision of revisions) {
        const rows = documentedRows.filter((row) => row.api === api.name && row.revisions.includes(revision));
        const walked = rows.some((row) =>
          row.methods.some((method) => {
            const match = createRouter(api, revision).match(method, targetOf(row, "any", ANY_CONFIGURATION));
            return match.kind === "operation" && match.name === name;
          }),
        );
        const isOwn = routesOf(operation, revision).every(({ own }) => own);
        expect(walked || isOwn || operation.extensions[revision] !== undefined, `${api.name} ${revision} ${name}`).toBe(true);
      }
    }
  }
});

function line(edition: string, api: string, revision: string, row: string, operation: string, status: number): string {
  return `${edition.padEnd(11)} ${api.padEnd(12)} ${revision}  ${row.padEnd(64)} ${operation.padEnd(24)} ${status}`;
}
