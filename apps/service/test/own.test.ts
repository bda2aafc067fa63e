import { statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { ask, complete, eventually, temporaryFolder, until } from "./running.ts";
import { sendRaw, statusesIn } from "./socket.ts";
import { spawnReeve } from "./spawned.ts";

const kafka = { kind: "broker", pace: 0 } as const;

describe("the service's own paths", () => {
  let reeve: Reeve;
  beforeAll(async () => {
    reeve = await startReeve({ services: { kafka, db: { kind: "wide-column", pace: 0 } } });
    await until(reeve, "kafka", "deploy", complete);
    await until(reeve, "db", "deploy", complete);
  });
  afterAll(() => reeve.close());

  test("say what runs, and that it is simulated", async () => {
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

  test("show any plan of any revision in the newest form", async () => {
    expect((await ask(reeve, "GET /reeve/v1/services/kafka/plans")).body).toEqual(["deploy", "recovery"]);
    expect((await ask(reeve, "GET /reeve/v1/services/kafka/plans/recovery")).status).toBe(200);
    expect((await ask(reeve, "GET /reeve/v1/services/kafka/plans/other")).status).toBe(404);
    expect((await ask(reeve, "GET /reeve/v1/services/kafa/plans")).body).toMatchObject({
      code: "not-found",
      detail: 'No service "kafa" here (did you mean "kafka"?); there are kafka, db.',
    });
  });

  test("count requests, plans and nodes as Prometheus reads them", async () => {
    await ask(reeve, "GET /service/kafka/v1/topics");
    const { text, headers } = await ask(reeve, "GET /reeve/v1/metrics");
    expect(headers.get("content-type")).toContain("version=0.0.4");
    expect(text).toMatch(/^reeve_requests_total\{operation="broker\.topics\.list",status="200"\} \d+$/m);
    expect(text).toMatch(/^reeve_request_seconds_bucket\{operation="broker\.topics\.list",le="\+Inf"\} \d+$/m);
    expect(text).toContain('reeve_plan{service="kafka",plan="deploy",status="COMPLETE"} 1\n');
    expect(text).toContain('reeve_nodes{service="kafka",state="running"} 3\n');
    const lines = text.split("\n").filter((line) => line !== "");
    for (const line of lines)
      expect(line).toMatch(/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{\w+="[^"]*"(?:,\w+="[^"]*")*\})? [\d.e+-]+)$/);
  });

  test("give the OpenAPI document of each revision", async () => {
    const { body } = await ask(reeve, "GET /reeve/v1/openapi/broker-R1.json");
    expect(body).toMatchObject({ openapi: "3.1.0", info: { version: "R1" } });
    expect((await ask(reeve, "GET /reeve/v1/openapi/broker-V1.json")).status).toBe(404);
  });

  test("write down who changed what, before and after, and refused changes too", async () => {
    await ask(reeve, "POST /service/kafka/v1/topics/audited?partitions=1&replication=1");
    await ask(reeve, "POST /service/kafka/v1/topics/audited?partitions=1&replication=1");
    const { text } = await ask(reeve, "GET /reeve/v1/audit?limit=4");
    const entries = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      {
        who: "local token",
        what: "broker.topics.create",
        service: "kafka",
        result: "asked",
        input: { topic: "audited", partitions: 1, replication: 1 },
      },
      { who: "local token", what: "broker.topics.create", result: "done", status: 200 },
      { result: "asked" },
      { result: "refused", status: 409 },
    ]);
    expect(entries[0].id).toBe(entries[1].id);
    expect((await ask(reeve, "GET /reeve/v1/audit?limit=0")).status).toBe(400);
    expect((await ask(reeve, "GET /reeve/v1/logs?level=info")).text).toContain('"event":"started"');
  });

  test("deploy a definition that is sent, or only say what it would do", async () => {
    const yaml =
      "services:\n  kafka: { kind: broker, pace: 0, settings: { BROKER_MEM: 3000 } }\n  db: { kind: wide-column, pace: 0 }\n";
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
    expect(done.body.changes).toEqual(
      expect.arrayContaining([{ instance: "db", change: "unchanged", configuration: expect.any(String) }]),
    );
    await until(reeve, "kafka", "deploy", complete);
    const wrong = await send(
      "/reeve/v1/deploy",
      "services:\n  kafka: { kind: broker, settings: { BROKER_CONT: 1 } }\n",
    );
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
    expect(removed.body.changes).toEqual(
      expect.arrayContaining([expect.objectContaining({ instance: "db", change: "removed" })]),
    );
    expect((await ask(reeve, "GET /service/db/v1/plan")).status).toBe(404);
    expect((await send("/reeve/v1/deploy", "a=b", "application/x-www-form-urlencoded")).status).toBe(415);
  });
});

describe("HTTP", () => {
  let reeve: Reeve;
  beforeAll(async () => {
    reeve = await startReeve({ services: { kafka: { ...kafka, revision: "R2" } } });
    await until(reeve, "kafka", "deploy", complete);
  });
  afterAll(() => reeve.close());

  test("the same whether it is asked over the network or in this process", async () => {
    for (const line of [
      "GET /service/kafka/v1/plan",
      "GET /service/kafka/v1/nothing",
      "PATCH /service/kafka/v1/topics",
      "HEAD /service/kafka/v1/topics",
      "OPTIONS /service/kafka/v1/topics",
    ]) {
      const here = await ask(reeve, line);
      const there = await ask({ ...reeve, fetch }, line);
      expect([here.status, here.text, here.headers.get("allow")]).toEqual([
        there.status,
        there.text,
        there.headers.get("allow"),
      ]);
    }
  });

  test("HEAD is GET without its body; OPTIONS and 405 say what there is", async () => {
    const head = await sendRaw(Number(new URL(reeve.url).port), [
      `HEAD /service/kafka/v1/topics HTTP/1.1\r\nhost: localhost\r\nauthorization: token=${reeve.token}\r\n\r\n`,
    ]);
    expect(statusesIn(head)).toEqual([200]);
    expect(head.toLowerCase()).toContain("content-length: 2\r\n");
    expect(head.endsWith("\r\n\r\n")).toBe(true);
    const options = await ask(reeve, "OPTIONS /service/kafka/v1/topics");
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, POST, HEAD, OPTIONS"]);
    const wrong = await ask(reeve, "DELETE /service/kafka/v1/plan/continue");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, OPTIONS"]);
    expect((await ask(reeve, "HEAD /service/kafka/v1/plan/continue")).status).toBe(405);
  });

  test("what has not changed is not sent again", async () => {
    const first = await ask(reeve, "GET /service/kafka/v1/plan");
    const etag = first.headers.get("etag") ?? "";
    const again = await ask(reeve, "GET /service/kafka/v1/plan", { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    await ask(reeve, "POST /service/kafka/v1/topics?name=a&partitions=1&replication=1");
    const topics = await ask(reeve, "GET /service/kafka/v1/topics");
    await ask(reeve, "POST /service/kafka/v1/topics?name=b&partitions=1&replication=1");
    const later = await ask(reeve, "GET /service/kafka/v1/topics", {
      headers: { "if-none-match": topics.headers.get("etag") ?? "" },
    });
    expect([later.status, later.body]).toEqual([200, ["a", "b"]]);
  });

  test("what is not known is refused with what there is", async () => {
    const detail = async (line: string) => (await ask(reeve, line)).body as { status: number; detail: string };
    expect(await detail("GET /service/kafka/v1/plan/interrupt?phse=x")).toMatchObject({
      status: 400,
      detail: 'There is no query parameter "phse" here; it takes phase.',
    });
    expect(await detail("POST /service/kafka/v1/topics?name=c&partitions=0&replication=1")).toMatchObject({
      status: 400,
      detail: "partitions: expected an integer of at least 1, received 0.",
    });
    expect(await detail("GET /service/kafka/v1/topics/nothing")).toMatchObject({ status: 404, code: "not-found" });
    expect(await detail("GET /service/kafka/v1/pod")).toMatchObject({
      status: 404,
      code: "not-in-revision",
      detail: "GET /service/kafka/v1/pod is in R3 of the broker API; kafka speaks R2.",
    });
    expect(await detail("GET /service/kafka/v1/configurations/x")).toMatchObject({ status: 400 });
    expect(await detail("GET /service/kafka/v1/configurations/1915bcad-1235-400f-8406-4ac7555a7d34")).toMatchObject({
      status: 404,
    });
  });

  test("a producer test ends with the connection that asked for it", async () => {
    await ask(reeve, "POST /service/kafka/v1/topics?name=load&partitions=1&replication=1");
    const gone = new AbortController();
    const long = ask(reeve, "PUT /service/kafka/v1/topics/load?operation=producer-test&messages=100000000", {
      signal: gone.signal,
    });
    const sent = async () =>
      Number(
        Object.values(
          (
            (await ask(reeve, "GET /service/kafka/v1/topics/load/offsets?time=last")).body as Record<string, string>[]
          )[0] ?? {},
        )[0],
      );
    await eventually(async () => ((await sent()) > 0 ? true : undefined));
    gone.abort();
    await expect(long).rejects.toThrow();
    const settled = await eventually(async () => {
      const before = await sent();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return before === (await sent()) ? before : undefined;
    });
    expect(settled).toBeLessThan(100_000_000);
  });
});

test("a definition file is watched: what is right is deployed, what is wrong is told and changes nothing", async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "cluster.yaml");
  const write = (mem: number, extra = "") =>
    writeFileSync(file, `services:\n  kafka: { kind: broker, pace: 0, settings: { BROKER_MEM: ${mem} } }\n${extra}`);
  write(1000);
  await using reeve = await startReeve(undefined, { definitionFile: file, listen: false });
  const mem = async () =>
    ((await ask(reeve, "GET /service/kafka/v1/configurations/target")).body as { brokerConfiguration: { mem: number } })
      .brokerConfiguration.mem;
  const refused = async () =>
    ((await ask(reeve, "GET /reeve/v1/info")).body as { definition: { refused: string | null } }).definition.refused;
  expect(await mem()).toBe(1000);
  write(2000);
  await eventually(async () => ((await mem()) === 2000 ? true : undefined));
  write(3000, "nonsense: 1\n");
  expect(await eventually(async () => (await refused()) ?? undefined)).toContain(
    `${file}:3:1: nonsense: there is no such field`,
  );
  expect(await mem()).toBe(2000);
  write(4000);
  await eventually(async () => ((await mem()) === 4000 ? true : undefined));
  expect(await refused()).toBeNull();
});

describe("the program", () => {
  test("prints a report, reads its file again on a signal, ends with 0 and goes on where it was", async () => {
    using folder = temporaryFolder();
    const state = join(folder.path, "state");
    const file = join(folder.path, "cluster.yaml");
    writeFileSync(file, "services: { kafka: { kind: broker, pace: 0 } }\n");
    const first = await spawnReeve("--state", state, "--definition", file, "--revision", "broker=R1");
    expect(Object.keys(first).slice(0, 4)).toEqual(["url", "token", "services", "state"]);
    expect(first.services).toEqual([{ name: "kafka", kind: "broker", revision: "R1" }]);
    await eventually(async () => ((await ask(first, "GET /service/kafka/v1/plan")).status === 200 ? true : undefined));
    writeFileSync(file, "services: { kafka: { kind: broker, pace: 0, settings: { BROKER_COUNT: 4 } } }\n");
    first.signal("SIGHUP");
    await eventually(async () =>
      (await ask(first, "GET /service/kafka/v1/brokers")).text.includes('"3"') ? true : undefined,
    );
    const plan = await eventually(async () => {
      const shown = await ask(first, "GET /service/kafka/v1/plan");
      return shown.status === 200 ? shown.text : undefined;
    });
    first.signal("SIGTERM");
    expect(await first.ended()).toBe(0);
    const second = await spawnReeve("--state", state);
    expect([second.token, second.services]).toEqual([first.token, first.services]);
    expect((await ask(second, "GET /service/kafka/v1/plan")).text).toBe(plan);
    expect(statSync(join(state, "service.log")).mode & 0o777).toBe(0o600);
    await expect(spawnReeve("--state", state)).rejects.toThrow(
      new RegExp(`ended with 7: error: .*${second.child.pid}`),
    );
    second.signal("SIGINT");
    expect(await second.ended()).toBe(0);
  });

  test("goes on in the background", async () => {
    using folder = temporaryFolder();
    const report = await spawnReeve("--state", folder.path, "--detach");
    expect(await report.ended()).toBe(0);
    expect((await ask(report, "GET /reeve/v1/info")).status).toBe(200);
    process.kill((report as unknown as { pid: number }).pid, "SIGTERM");
    await eventually(async () =>
      ask(report, "GET /health").then(
        () => undefined,
        () => true,
      ),
    );
  });

  test("says in a sentence why it does not start", async () => {
    using folder = temporaryFolder();
    const taken = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    const state = ["--state", join(folder.path, "state")] as const;
    await expect(spawnReeve(...state, "--port", String(port))).rejects.toThrow(
      `ended with 7: error: 127.0.0.1:${port} is in use already: choose another port`,
    );
    taken.close();
    await expect(spawnReeve(...state, "--definition", "/nowhere.yaml")).rejects.toThrow(
      "ended with 2: error: /nowhere.yaml cannot be read: there is no such file",
    );
    await expect(spawnReeve("--state", "/dev/null/state")).rejects.toThrow(
      /ended with 2: error: \/dev\/null\/state cannot be the folder of the state: \w+; give another one/,
    );
    await expect(spawnReeve("--revision", "broker=R9")).rejects.toThrow(
      "ended with 2: error: --revision broker=R9: the broker API has R1, R2, R3",
    );
    await expect(spawnReeve("--prot", "1")).rejects.toThrow("ended with 2: error: Unknown option '--prot'");
  });
});
