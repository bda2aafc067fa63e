import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { ask, complete, until } from "./running.ts";

const kafka = { kind: "broker", pace: 0 } as const;

describe("the service's own paths", () => {
  let reeve: Reeve;
  beforeAll(async () => {
    reeve = await startReeve({ services: { kafka, db: { kind: "wide-column", pace: 0 } } });
    await until(reeve, "kafka", "deploy", complete);
    await until(reeve, "db", "deploy", complete);
  });
  afterAll(() => reeve.close());

  test("show the instances, and that they are simulated", async () => {
    const { body } = await ask(reeve, "GET /reeve/v1/info");
    expect(body).toMatchObject({
      edition: "open",
      tls: false,
      note: expect.stringContaining("Simulated: kafka, db"),
      services: [
        { name: "kafka", kind: "broker", revision: "R3", simulated: true, agents: expect.any(Number) },
        { name: "db", kind: "wide-column", revision: "W1", simulated: true },
      ],
    });
  });

  test("show any plan of any revision in the newest format", async () => {
    expect((await ask(reeve, "GET /reeve/v1/services/kafka/plans")).body).toEqual(["deploy", "recovery"]);
    expect((await ask(reeve, "GET /reeve/v1/services/kafka/plans/recovery")).status).toBe(200);
    expect((await ask(reeve, "GET /reeve/v1/services/kafka/plans/other")).status).toBe(404);
    expect((await ask(reeve, "GET /reeve/v1/services/kafa/plans")).body).toMatchObject({
      code: "not-found",
      detail: 'No service "kafa" here (did you mean "kafka"?); there are kafka, db.',
    });
  });

  test("count requests, plans and nodes in the format of Prometheus", async () => {
    await ask(reeve, "GET /service/kafka/v1/topics");
    const { text, headers } = await ask(reeve, "GET /reeve/v1/metrics");
    expect(headers.get("content-type")).toContain("version=0.0.4");
    expect(text).toMatch(/^reeve_requests_total\{operation="broker\.topics\.list",status="200"\} \d+$/m);
    expect(text).toMatch(/^reeve_request_seconds_bucket\{operation="broker\.topics\.list",le="\+Inf"\} \d+$/m);
    expect(text).toContain('reeve_plan{service="kafka",plan="deploy",status="COMPLETE"} 1\n');
    expect(text).toContain('reeve_nodes{service="kafka",state="running"} 3\n');
    const lines = text.split("\n").filter((line) => line !== "");
    for (const line of lines) expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? [\d.e+-]+)$/);
  });

  test("give the OpenAPI document of each revision", async () => {
    const { body } = await ask(reeve, "GET /reeve/v1/openapi/broker-R1.json");
    expect(body).toMatchObject({ openapi: "3.1.0", info: { version: "R1" } });
    // The routes that Reeve added answer with steps in every revision, and the documented route of R1 with blocks.
    const { paths } = body as { paths: Record<string, Record<string, unknown>> };
    const shape = (end: string) => {
      const [, methods] = Object.entries(paths).find(([path]) => path.endsWith(end)) ?? [];
      return /schemas\/(Plan\w*)"/.exec(JSON.stringify(methods))?.[1];
    };
    const own = ["/plans/partitions", "/partitions/elect-leaders", "/plans/{plan}"].map(shape);
    expect([shape("/v1/plan"), ...own]).toEqual(["PlanOfBlocks", "Plan", "Plan", "Plan"]);
    expect((await ask(reeve, "GET /reeve/v1/openapi/broker-V1.json")).status).toBe(404);
  });

  test("show the audit log: who changed what with which result, and sums of refusals", async () => {
    await ask(reeve, "POST /service/kafka/v1/topics/audited?partitions=1&replication=1");
    await ask(reeve, "POST /service/kafka/v1/topics/audited?partitions=1&replication=1");
    await ask(reeve, "POST /service/kafka/v1/topics/audited?partitions=1&replication=1");
    const { text } = await ask(reeve, "GET /reeve/v1/audit?limit=2");
    const entries = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      {
        who: "local token",
        what: "broker.topics.create",
        service: "kafka",
        result: "done",
        status: 200,
        input: { topic: "audited", partitions: 1, replication: 1 },
      },
      { who: "local token", what: "broker.topics.create", result: "refused", status: 409, times: 2 },
    ]);
    expect((await ask(reeve, "GET /reeve/v1/audit?limit=0")).status).toBe(400);
    expect((await ask(reeve, "GET /reeve/v1/logs?level=info")).text).toContain('"event":"started"');
  });

  test("deploy a definition, or only report its changes", async () => {
    const yaml = "services:\n  kafka: { kind: broker, pace: 0, settings: { BROKER_MEM: 3000 } }\n  db: { kind: wide-column, pace: 0 }\n";
    const send = (line: string, body: string, type = "application/yaml") =>
      reeve
        .fetch(reeve.url + line, {
          method: "POST",
          body,
          headers: { authorization: `token=${reeve.token}`, "content-type": type },
        })
        .then(async (answer) => ({ status: answer.status, body: await answer.json() }));
    const dry = await send("/reeve/v1/deploy?dry-run=true", yaml);
    expect(dry).toMatchObject({
      status: 200,
      body: {
        dryRun: true,
        changes: expect.arrayContaining([expect.objectContaining({ instance: "kafka", change: "changed" })]),
      },
    });
    expect((await ask(reeve, "GET /service/kafka/v1/configurations")).body).toHaveLength(1);
    const done = await send("/reeve/v1/deploy", yaml);
    expect(done.body.changes).toEqual(expect.arrayContaining([{ instance: "db", change: "unchanged", configuration: expect.any(String) }]));
    await until(reeve, "kafka", "deploy", complete);
    const wrong = await send("/reeve/v1/deploy", "services:\n  kafka: { kind: broker, settings: { BROKER_CONT: 1 } }\n");
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        detail: [
          'definition:2:38: services.kafka.settings.BROKER_CONT: there is no such field (did you mean "BROKER_COUNT"?)',
          "  2 |   kafka: { kind: broker, settings: { BROKER_CONT: 1 } }",
          "    |                                      ^",
        ].join("\n"),
      },
    });
    const missing = await send("/reeve/v1/deploy", '{"services":{"kafka":{"kind":"broker"}}}', "application/json");
    expect(missing.status).toBe(409);
    const removed = await send("/reeve/v1/deploy?remove=true", "services:\n  kafka: { kind: broker, pace: 0 }\n");
    expect(removed.body.changes).toEqual(expect.arrayContaining([expect.objectContaining({ instance: "db", change: "removed" })]));
    expect((await ask(reeve, "GET /service/db/v1/plan")).status).toBe(404);
    expect((await send("/reeve/v1/deploy", "a=b", "application/x-www-form-urlencoded")).status).toBe(415);
  });
});
