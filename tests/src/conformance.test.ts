import { setTimeout as sleep } from "node:timers/promises";
import { type AnyApi, createRouter, decode, documentedSchema, type Found, listOperations } from "@reeve/contract";
import { type Reeve, startReeve } from "@reeve/service";
import { coreSite, fsSite, readSite } from "@reeve/site-xml";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apis } from "./apis.ts";
import { type DocumentedRow, documentedRows } from "./documented-rows.ts";

/**
 * Every row of the three API documents, walked against the running service over HTTP: in every revision, in both editions. A row that a revision has
 * answers with a status of success (or a plan's own) and a body that fits the schema of the document; a row that it does not have is 404 or 405.
 */

const names = { broker: "kafka", "wide-column": "cassandra", "file-system": "hdfs" } as const;
const editions = ["open", "enterprise"] as const;

const backup = {
  backup_name: "conformance",
  external_location: "s3://conformance",
  s3_access_key: "ACCESS",
  s3_secret_key: "SECRET",
};
const bodies: Readonly<Record<string, unknown>> = {
  "/cleanup/start": { nodes: ["*"] },
  "/repair/start": { nodes: ["*"] },
  "/backup/start": backup,
  "/restore/start": backup,
};
const queryValues: Readonly<Record<string, string>> = {
  name: "made",
  partitions: "4",
  replication: "2",
  time: "last",
  messages: "100",
};

const table: string[] = [];
afterAll(() => console.log(`\n${table.join("\n")}\n${table.length} rows walked`));

for (const api of apis) {
  for (const revision of api.revisions) {
    describe.each(editions)(`${api.name} ${revision}, %s edition`, (edition) => {
      let reeve: Reeve;
      let configuration = "";
      const service = names[api.name as keyof typeof names];
      const rows = documentedRows.filter((row) => row.api === api.name);

      const send = async (method: string, target: string, body?: unknown) => {
        const response = await fetch(reeve.url + target, {
          method,
          headers: {
            authorization: `token=${reeve.token}`,
            ...(body !== undefined && { "content-type": "application/json" }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await response.text();
        const type = response.headers.get("content-type") ?? "";
        return { status: response.status, type, text, body: type.includes("json") ? JSON.parse(text) : text };
      };

      /** Waits until nothing is under way: no rollout, no recovery, no maintenance. */
      const quiet = async () => {
        const prefix = `/reeve/v1/services/${service}/plans`;
        for (const deadline = Date.now() + 60_000; ; await sleep(20)) {
          const plans: readonly string[] = (await send("GET", prefix)).body;
          const answers = await Promise.all(plans.map((plan) => send("GET", `${prefix}/${plan}`)));
          const busy = answers.filter(({ status }) => status !== 200);
          if (busy.length === 0) return;
          if (Date.now() > deadline) throw new Error(`not quiet: ${busy.map(({ text }) => text).join("\n")}`);
        }
      };

      beforeAll(async () => {
        reeve = await startReeve({
          edition,
          services: { [service]: { kind: api.name as "broker", revision: revision as "R1", pace: 0 } },
        });
        await quiet();
        if (api.name === "broker") {
          const create = revision === "R3" ? "/topics/orders?" : "/topics?name=orders&";
          expect((await send("POST", `/service/kafka/v1${create}partitions=2&replication=2`)).status).toBe(200);
        }
        const target = await send("GET", `/reeve/v1/info`);
        configuration = target.body.services[0].configuration;
      });
      afterAll(() => reeve?.close());

      test.each(rows.flatMap((row) => row.methods.map((method) => [method, row.path, row.query, row] as const)))(
        "%s %s %s",
        async (method, path, query, row) => {
          await quiet();
          const target = targetOf(row, service, configuration);
          const answer = await send(method, target, bodies[path]);
          const has = row.revisions.includes(revision);
          const match = createRouter(api as AnyApi, revision).match(method, target);
          const name = match.kind === "operation" ? match.name : "–";
          table.push(
            line(
              edition,
              api.name,
              revision,
              `${method} ${path}${query === "" ? "" : `?${query}`}`,
              name,
              answer.status,
            ),
          );
          // A row of another revision may share method and path with one of this.
          if (!has && (match.kind !== "operation" || match.strangers.length > 0)) {
            expect([404, 405, 400]).toContain(answer.status);
            expect(answer.type).toBe("application/problem+json");
            return;
          }
          expect(answer.status, answer.text).toBeOneOf(statusesOf(match as Found));
          expectDocumented(match as Found, revision, answer);
        },
        60_000,
      );
    });
  }
}

test("every operation of every revision is a row, or an extension with its reason", () => {
  for (const api of apis as readonly AnyApi[]) {
    for (const { operation, name, revisions } of listOperations(api)) {
      for (const revision of revisions) {
        const rows = documentedRows.filter((row) => row.api === api.name && row.revisions.includes(revision));
        const walked = rows.some((row) =>
          row.methods.some((method) => {
            const target = targetOf(row, "any", "1915bcad-1235-400f-8406-4ac7555a7d34");
            const match = createRouter(api, revision).match(method, target);
            return match.kind === "operation" && match.name === name;
          }),
        );
        expect(walked || operation.extensions[revision] !== undefined, `${api.name} ${revision} ${name}`).toBe(true);
      }
    }
  }
});

function targetOf({ api, path, query }: DocumentedRow, service: string, configuration: string): string {
  const topic = path === "/topics/{topic}" && query.startsWith("partitions") ? "made" : "orders";
  const values: Readonly<Record<string, string>> = {
    base_url: "",
    service_name: service,
    broker_id: "1",
    topic,
    config_id: configuration,
    plan: "deploy",
    node_id: api === "broker" ? "broker-1" : "data-1",
    node_number: "1",
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const search = query.replaceAll(/(\w+)=(?=&|$)/g, (_, name: string) => `${name}=${queryValues[name]}`);
  const full = path.startsWith("{base_url}") ? filled : `/service/${service}/v1${filled}`;
  return search === "" ? full : `${full}?${search}`;
}

function statusesOf({ operation, name }: Found): readonly number[] {
  if (name === "plans.show") return [200, 202, 417, 503];
  if (name === "topics.delete") return [202];
  return operation.output.statuses.includes(208) ? [200, 208] : [200];
}

function expectDocumented(
  { operation, name }: Found,
  revision: string,
  answer: { status: number; type: string; body: unknown; text: string },
): void {
  if (answer.status === 208) {
    expect(answer.text).toBe("Command has already been reported or completed");
    return;
  }
  if (name.startsWith("endpoints.")) {
    expect(answer.type).toBe("text/xml; charset=utf-8");
    // Read as strictly as the package can, and understood by its typed view.
    const view = name === "endpoints.fsSite" ? fsSite : coreSite;
    expect(view(readSite(answer.text))).toBeDefined();
    return;
  }
  expect(answer.type).toBe("application/json");
  const decoded = decode(documentedSchema(operation.output, revision), answer.body);
  expect(decoded.ok ? [] : decoded.issues).toEqual([]);
}

function line(edition: string, api: string, revision: string, row: string, operation: string, status: number): string {
  return `${edition.padEnd(11)} ${api.padEnd(12)} ${revision}  ${row.padEnd(64)} ${operation.padEnd(24)} ${status}`;
}
