import { once } from "node:events";
import { connect } from "node:net";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, temporaryFolder } from "./running.ts";
import { sendRaw, statusesIn } from "./socket.ts";
import { type Spawned, spawnReeve } from "./spawned.ts";

/** The number of requests in every run; REEVE_FUZZ=20000 sends more. */
const RUNS = Number(process.env.REEVE_FUZZ ?? 400);
const SEED = process.env.REEVE_SEED === undefined ? {} : { seed: Number(process.env.REEVE_SEED) };

let reeve: Spawned;
let port: number;
const folder = temporaryFolder();

beforeAll(async () => {
  reeve = await spawnReeve("--state", folder.path);
  port = Number(new URL(reeve.url).port);
});
afterAll(async () => {
  reeve.signal("SIGTERM");
  expect(await reeve.ended()).toBe(0);
  folder[Symbol.dispose]();
});

/** Checks that the service runs, answers at once, and has had no defect. */
async function isWell(): Promise<void> {
  expect((await ask(reeve, "GET /health", { token: "" })).status).toBe(200);
  const logs = await ask(reeve, "GET /reeve/v1/logs?level=error");
  expect(logs.text).toBe("");
}

const auth = () => `authorization: token=${reeve.token}\r\nhost: localhost\r\n`;

describe("hostile requests", () => {
  const pieces = fc.constantFrom(
    "/service/kafka/v1",
    "/topics",
    "/topics/",
    "/..",
    "/%2e%2e",
    "/%2F",
    "%00",
    "%",
    "%zz",
    "/plans/deploy",
    "/pod",
    "/broker-0",
    "/info",
    "//",
    "?",
    "&",
    "=",
    "partitions=",
    "partitions=-1",
    "partitions=1e9",
    "partitions=99999999999999999999",
    "replication=1",
    "time=",
    "time=NaN",
    "%F0%9F%90%8B",
    "/service/hdfs/v1/configurations",
    "/target",
    "/service/cassandra/v1/nodes",
    "/0/status",
    "/-1/info",
    "/reeve/v1/info",
    "/acs/api/v1/auth/login",
    "#a",
    ";",
    "/service/%6bafka/v1/topics",
    "operation=partitions",
    "operation=producer-test&messages=0",
    "cmd=interrupt",
    "phase=%0d%0a",
    "__proto__",
    "constructor",
  );
  const target = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
  const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "PROPFIND", "get", "X");
  const header = fc.tuple(
    fc.constantFrom(
      "accept",
      "content-type",
      "if-none-match",
      "content-encoding",
      "expect",
      "x-forwarded-for",
      "range",
      "cookie",
      "connection",
      "te",
      "upgrade",
    ),
    fc.string({ maxLength: 40 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, "?")),
  );
  const body = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom(
      "{",
      '{"nodes":',
      '{"nodes":[{}]}',
      '{"__proto__":{}}',
      '{"nodes":["*"],"x":1}',
      "[".repeat(5000),
      '"\\ud800"',
      "null",
      "\u0000",
    ),
  );

  test(
    "are all answered, and cause no defect",
    async () => {
      await fc.assert(
        fc.asyncProperty(method, target, fc.array(header, { maxLength: 4 }), body, async (verb, path, headers, text) => {
          const at = path.startsWith("/") ? path : `/${path}`;
          const bytes = Buffer.from(text);
          const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
          const head = `${verb} ${at} HTTP/1.1\r\n${auth()}${lines}content-length: ${bytes.length}\r\n\r\n`;
          const statuses = statusesIn(await sendRaw(port, [head, bytes]));
          // `expect: 100-continue` gets an interim answer; an unsupported upgrade is ignored.
          const final = statuses.filter((status) => status >= 200);
          expect(final.length, `${head}${text}`).toBeGreaterThan(0);
          for (const status of final) expect(status === 500 || status === 502, `${head}${text}`).toBe(false);
        }),
        { numRuns: RUNS, ...SEED },
      );
      await isWell();
    },
    60_000 + RUNS * 100,
  );

  const fields = fc.constantFrom(
    ...["nodes", "key_spaces", "column_families", "backup_name", "external_location", "s3_access_key", "s3_secret_key"],
    ...["services", "kafka", "kind", "settings", "edition", "tls", "uid", "token", "password", "__proto__"],
  );
  const values = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom("*", "node-0", "demo", "s3://bucket", "broker", "s3://../..", "\u0000", 1e308, -0, ""),
    fc.array(fc.constantFrom("*", "0", "node-0", "demo", ""), { maxLength: 3 }),
  );
  const shaped = fc.letrec<{ any: unknown; object: unknown }>((tie) => ({
    any: fc.oneof({ depthSize: "small" }, values, tie("object")),
    object: fc.dictionary(fields, tie("any"), { maxKeys: 6 }),
  })).object;

  test(
    "bodies of every shape are accepted or refused",
    async () => {
      const lines = fc.constantFrom(
        ...["cleanup", "repair", "backup", "restore"].map((what) => `PUT /service/cassandra/v1/${what}/start`),
        "POST /reeve/v1/deploy?dry-run=true",
        "POST /acs/api/v1/auth/login",
      );
      await fc.assert(
        fc.asyncProperty(lines, shaped, async (line, json) => {
          const { status, text } = await ask(reeve, line, { json });
          expect(status, `${line} ${JSON.stringify(json)}: ${text}`).toBeOneOf([200, 400, 401, 404, 409, 429]);
        }),
        { numRuns: RUNS, ...SEED },
      );
      await isWell();
    },
    60_000 + RUNS * 100,
  );

  test("bytes that are not HTTP are refused or cut off", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (bytes) => {
        const statuses = statusesIn(await sendRaw(port, [bytes, "\r\n\r\n"], { timeout: 300 }));
        for (const status of statuses) expect(status).toBeOneOf([400, 401, 408, 431]);
      }),
      { numRuns: 60 },
    );
    await isWell();
  }, 120_000);

  test("a path with .. finds nothing, however it is encoded", async () => {
    for (const path of [
      "/service/kafka/v1/topics/..",
      "/service/kafka/v1/topics/%2e%2e",
      "/service/kafka/v1/topics/a%2Fb",
      "/service/..%2fkafka/v1/topics",
      "/service/kafka/v1/../../hdfs/v1/pod",
      "/reeve/v1/openapi/..%2f..%2fpackage.json",
    ]) {
      const received = await sendRaw(port, [`GET ${path} HTTP/1.1\r\n${auth()}\r\n`]);
      expect(statusesIn(received)[0], path).toBeOneOf([400, 404]);
      expect(received).toContain("application/problem+json");
    }
  });
});

describe("too much", () => {
  test("a large body is refused, by its declared and by its actual size", async () => {
    const answer = await sendRaw(port, [`PUT /service/cassandra/v1/cleanup/start HTTP/1.1\r\n${auth()}content-length: 2000000\r\n\r\n`]);
    expect(statusesIn(answer)).toEqual([413]);
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const sent = await sendRaw(port, [
      `PUT /service/cassandra/v1/cleanup/start HTTP/1.1\r\n${auth()}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 30 }, () => chunk),
    ]);
    expect(statusesIn(sent)).toEqual([413]);
    await isWell();
  });

  test("a client that is refused while it sends gets the reason", async () => {
    const head = `PUT /service/cassandra/v1/cleanup/start HTTP/1.1\r\n${auth()}content-type: application/json\r\n`;
    const much = "x".repeat(8 * 1024 * 1024);
    for (let round = 0; round < 10; round++) {
      const answer = await sendRaw(port, [`${head}content-length: ${much.length}\r\n\r\n`, much]);
      expect(statusesIn(answer)).toEqual([413]);
      const chunked = `${much.length.toString(16)}\r\n${much}\r\n0\r\n\r\n`;
      expect(statusesIn(await sendRaw(port, [`${head}transfer-encoding: chunked\r\n\r\n`, chunked]))).toEqual([413]);
      const wrongToken = head.replace(/authorization: .*\r\n/i, "authorization: token=wrong\r\n");
      const some = much.slice(0, 900_000);
      expect(statusesIn(await sendRaw(port, [`${wrongToken}content-length: ${some.length}\r\n\r\n`, some]))).toEqual([401]);
    }
    await isWell();
  });

  test("the rest of a refused request, whole or broken, gets no second answer", async () => {
    const head = `PUT /service/cassandra/v1/cleanup/start HTTP/1.1\r\nauthorization: token=wrong\r\nhost: localhost\r\n`;
    const chunked = `${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const answers = { answers: 2, timeout: 3000 };
    expect(statusesIn(await sendRaw(port, [chunked, "ZZZ\r\n"], answers))).toEqual([401]);
    const next = `0\r\n\r\nGET /health HTTP/1.1\r\nhost: localhost\r\n\r\n`;
    expect(statusesIn(await sendRaw(port, [chunked, next], answers))).toEqual([401]);
    await isWell();
  });

  test("a client that never stops sending is disconnected", async () => {
    const before = performance.now();
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    const gone = once(socket, "close");
    socket.write(`PUT /service/cassandra/v1/cleanup/start HTTP/1.1\r\n${auth()}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    const sending = setInterval(() => socket.write(chunk), 5);
    socket.resume();
    await gone;
    clearInterval(sending);
    expect(performance.now() - before).toBeGreaterThan(500);
    await isWell();
  });

  test("many headers, large headers, a long path", async () => {
    const many = Array.from({ length: 120 }, (_, index) => `x-${index}: 1\r\n`).join("");
    expect(statusesIn(await sendRaw(port, [`GET /health HTTP/1.1\r\n${auth()}${many}\r\n`]))).toEqual([431]);
    expect(statusesIn(await sendRaw(port, [`GET /health HTTP/1.1\r\n${auth()}x: ${"y".repeat(20_000)}\r\n\r\n`]))).toEqual([431]);
    expect(statusesIn(await sendRaw(port, [`GET /service/${"a".repeat(9000)} HTTP/1.1\r\n${auth()}\r\n`]))).toEqual([414]);
    await isWell();
  });

  test("memory stays within bounds, whatever is sent", async () => {
    const resident = async () => {
      const { text } = await ask(reeve, "GET /reeve/v1/metrics");
      return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
    };
    const json = { nodes: Array.from({ length: 60_000 }, (_, index) => `node-${index}`) };
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round++) {
        const sent = Array.from({ length: 8 }, () => ask(reeve, "PUT /service/cassandra/v1/repair/start", { json }));
        for (const { status } of await Promise.all(sent)) expect(status).toBe(400);
      }
      return resident();
    };
    // After the warm-up, memory must not grow.
    const settled = await rounds(8);
    expect((await rounds(12)) - settled).toBeLessThan(200 * 1024 * 1024);
    await isWell();
  }, 60_000);
});

test("pipelined requests are answered in order", async () => {
  const one = `GET /service/kafka/v1/plans HTTP/1.1\r\n${auth()}\r\n`;
  const other = `GET /service/kafka/v1/nothing HTTP/1.1\r\n${auth()}\r\n`;
  expect(statusesIn(await sendRaw(port, [one + other + one + one + other], { answers: 5 }))).toEqual([200, 404, 200, 200, 404]);
});

test("a slow client is disconnected, and does not delay others", async () => {
  const slow = sendRaw(port, ["GET /health HTTP/1.1\r\nhost: local"], { timeout: 30_000 });
  await isWell();
  expect(statusesIn(await slow)).toEqual([408]);
}, 40_000);

test("contradictory requests are refused", async () => {
  const smuggled = `POST /reeve/v1/deploy HTTP/1.1\r\n${auth()}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\n\r\n`;
  expect(statusesIn(await sendRaw(port, [smuggled]))).toEqual([400]);
  expect(statusesIn(await sendRaw(port, ["GET /health HTTP/1.1\r\n\r\n"]))).toEqual([400]);
  await isWell();
});
