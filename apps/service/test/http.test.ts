import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { ask, complete, eventually, until } from "./running.ts";
import { sendRaw, statusesIn } from "./socket.ts";

const kafka = { kind: "broker", pace: 0 } as const;

describe("HTTP", () => {
  let reeve: Reeve;
  beforeAll(async () => {
    reeve = await startReeve({ services: { kafka: { ...kafka, revision: "R2" } } });
    await until(reeve, "kafka", "deploy", complete);
  });
  afterAll(() => reeve.close());

  test("answers are the same over the network and in this process", async () => {
    for (const line of [
      "GET /service/kafka/v1/plan",
      "GET /service/kafka/v1/nothing",
      "PATCH /service/kafka/v1/topics",
      "HEAD /service/kafka/v1/topics",
      "OPTIONS /service/kafka/v1/topics",
    ]) {
      const here = await ask(reeve, line);
      const there = await ask({ ...reeve, fetch }, line);
      expect([here.status, here.text, here.headers.get("allow")]).toEqual([there.status, there.text, there.headers.get("allow")]);
    }
  });

  test("HEAD is GET without the body, and OPTIONS and 405 list the allowed methods", async () => {
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

  test("more records or partitions than the limit are refused", async () => {
    await ask(reeve, "POST /service/kafka/v1/topics?name=much&partitions=1&replication=1");
    for (const query of ["operation=producer-test&messages=9007199254740991", "operation=partitions&partitions=9007199254740991"]) {
      const { status, text } = await ask(reeve, `PUT /service/kafka/v1/topics/much?${query}`);
      expect([status, text], query).toEqual([400, expect.stringContaining("expected an integer from 1 to")]);
    }
    await ask(reeve, "DELETE /service/kafka/v1/topics/much");
  });

  test("an unchanged answer is not sent again", async () => {
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

  test("unknown names are refused with the names that exist", async () => {
    const detail = async (line: string) => (await ask(reeve, line)).body as { status: number; detail: string };
    expect(await detail("GET /service/kafka/v1/plan/interrupt?phse=x")).toMatchObject({
      status: 400,
      detail: 'There is no query parameter "phse" here; this path takes phase.',
    });
    expect(await detail("POST /service/kafka/v1/topics?name=c&partitions=0&replication=1")).toMatchObject({
      status: 400,
      detail: "partitions: expected an integer from 1 to 1000000, received 0.",
    });
    expect(await detail("POST /service/kafka/v1/topics?partitions=1&replication=1")).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/^name: missing/),
    });
    expect(await detail("GET /service/kafka/v1/topics/nothing")).toMatchObject({ status: 404, code: "not-found" });
    expect(await detail("GET /service/kafka/v1/pod")).toMatchObject({
      status: 404,
      code: "not-in-revision",
      detail: "GET /service/kafka/v1/pod exists in R3 of the broker API, but kafka speaks R2.",
    });
    expect(await detail("GET /service/kafka/v1/configurations/x")).toMatchObject({ status: 400 });
    expect(await detail("GET /service/kafka/v1/configurations/1915bcad-1235-400f-8406-4ac7555a7d34")).toMatchObject({
      status: 404,
    });
  });

  test("requests that a proxy could read otherwise are refused", async () => {
    const port = Number(new URL(reeve.url).port);
    const token = `authorization: token=${reeve.token}\r\n`;
    const twice = `GET /service/kafka/v1/topics HTTP/1.1\r\nhost: localhost\r\n${token}${token}\r\n`;
    expect(await sendRaw(port, [twice])).toMatch(/ 400 [\s\S]*only one Authorization header/);
    const chunks = `POST /reeve/v1/deploy HTTP/1.0\r\n${token}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
    expect(await sendRaw(port, [chunks])).toMatch(/ 400 [\s\S]*HTTP\/1\.0 has no Transfer-Encoding/);
  });

  test("a client without a token is never asked for the body that it has announced", async () => {
    const port = Number(new URL(reeve.url).port);
    const head = (more: string) =>
      `POST /reeve/v1/deploy HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 2\r\n${more}\r\n`;
    const refused = await sendRaw(port, [head("")]);
    expect([statusesIn(refused), refused.toLowerCase()]).toEqual([[401], expect.stringContaining("connection: close")]);
    const accepted = await sendRaw(port, [head(`authorization: token=${reeve.token}\r\n`), "[]"]);
    expect(statusesIn(accepted)).toEqual([100, 400]);
  });

  test("a producer test ends with its client's connection", async () => {
    await ask(reeve, "POST /service/kafka/v1/topics?name=load&partitions=1&replication=1");
    const gone = new AbortController();
    const long = ask(reeve, "PUT /service/kafka/v1/topics/load?operation=producer-test&messages=100000000", {
      signal: gone.signal,
    });
    const sent = async () =>
      Number(
        Object.values(
          ((await ask(reeve, "GET /service/kafka/v1/topics/load/offsets?time=last")).body as Record<string, string>[])[0] ?? {},
        )[0],
      );
    await eventually(async () => ((await sent()) > 0 ? true : undefined));
    gone.abort();
    await expect(long).rejects.toThrow();
    const settled = await eventually(async () => {
      const before = await sent();
      // biome-ignore lint/plugin: whether nothing is sent any more shows only after some time
      await new Promise((resolve) => setTimeout(resolve, 300));
      return before === (await sent()) ? before : undefined;
    });
    expect(settled).toBeLessThan(100_000_000);
  });
});
