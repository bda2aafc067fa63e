import { token } from "@reeve/auth";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { change, read } from "../test/exchange.ts";
import { type Answer, json, startServer } from "../test/server.ts";
import type { TransportEvent } from "./events.ts";
import { createTransport } from "./transport.ts";

const quick = { now: Date.now, random: () => 0 };

describe("a request", () => {
  test("has the token, an id, and asks for JSON", async () => {
    await using server = await startServer((_, response) => json(response, 200, ["orders"]));
    const transport = createTransport({ url: `${server.url}/`, credentials: token("t0ken") });
    const response = await transport.send(read);
    expect(response).toMatchObject({ status: 200, body: ["orders"], text: '["orders"]', attempts: 1 });
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "GET", url: "/service/kafka/v1/topics", body: "" });
    expect(request?.headers).toMatchObject({
      authorization: "token=t0ken",
      accept: "application/json, application/vnd.reeve+json",
      "x-request-id": response.requestId,
    });
  });

  test("has an id of its own", async () => {
    await using server = await startServer((_, response) => json(response, 200, []));
    const transport = createTransport({ url: server.url });
    for (let count = 0; count < 20; count++) await transport.send(read);
    const ids = server.requests.map(({ headers }) => headers["x-request-id"]);
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  test("has its body as JSON", async () => {
    await using server = await startServer((_, response) => json(response, 200, {}));
    const request = { method: "PUT", path: "/service/c/v1/repair/start", query: "", body: { nodes: ["*"] } } as const;
    await createTransport({ url: server.url }).send({ request, effect: "change" });
    expect(server.requests[0]).toMatchObject({ method: "PUT", body: '{"nodes":["*"]}' });
    expect(server.requests[0]?.headers["content-type"]).toBe("application/json");
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  test.each(["", "/", "/gateway", "/gateway/", "/a/b//"])("goes below a base URL that ends with %j", async (path) => {
    await using server = await startServer((_, response) => json(response, 200, []));
    await createTransport({ url: server.url + path }).send({ ...change, effect: "read" });
    const base = path.replace(/\/+$/, "");
    expect(server.requests[0]?.url).toBe(`${base}/service/kafka/v1/topics/orders?operation=partitions&partitions=3`);
  });

  test.each([
    ["cluster.example", "it is not a URL"],
    ["ftp://cluster.example", "expected http:// or https://"],
    ["https://user:pa55@cluster.example", "it cannot contain a user or a password"],
    ["https://:pa55@", "the URL cannot be used"],
    ["https://cluster.example?token=pa55", "it cannot have a query"],
    ["https://cluster.example#x", "it cannot have a query or a fragment"],
  ])("is refused with a base URL of %s", (url, reason) => {
    const make = () => createTransport({ url });
    expect(make).toThrow(reason);
    expect(make).not.toThrow("pa55");
  });
});

describe("an answer", () => {
  const bodies: [string, string, unknown][] = [
    ["application/json", '{"a":1}', { a: 1 }],
    ["application/vnd.x+json; charset=utf-8", "[1]", [1]],
    ["text/plain", '{"message":"x"}', { message: "x" }],
    ["text/plain", "Command has already been reported", "Command has already been reported"],
    ["text/plain", "{not json", "{not json"],
    ["application/json", "", null],
    ["", "", null],
  ];
  test.each(bodies)("of the type %j with the body %j is read", async (type, text, body) => {
    await using server = await startServer((_, response) => {
      if (type !== "") response.setHeader("content-type", type);
      response.end(text);
    });
    expect(await createTransport({ url: server.url }).send(read)).toMatchObject({ body, text });
  });

  test("of XML stays text, whatever its type", async () => {
    await using server = await startServer((_, response) => response.end("[<configuration/>]"));
    const exchange = { ...read, media: "text/xml" as const };
    expect((await createTransport({ url: server.url }).send(exchange)).body).toBe("[<configuration/>]");
    expect(server.requests[0]?.headers.accept).toContain("text/xml");
  });

  test("with another status is one where the operation says so", async () => {
    await using server = await startServer((_, response) => json(response, 503, { phases: [] }));
    const accepts = ({ status, body }: { status: number; body: unknown }) =>
      status === 503 && typeof body === "object" && body !== null && "phases" in body;
    const response = await createTransport({ url: server.url }).send({ ...read, accepts });
    expect(response).toMatchObject({ status: 503, body: { phases: [] }, attempts: 1 });
    expect(server.requests).toHaveLength(1);
  });

  test("that comes in chunks, without its length, is read whole", async () => {
    await using server = await startServer((_, response) => {
      response.setHeader("content-type", "application/json");
      response.write('["é');
      setTimeout(() => response.end('ß"]'), 5);
    });
    expect((await createTransport({ url: server.url }).send(read)).body).toEqual(["éß"]);
  });
});

describe("a failure by status", () => {
  const cases: [number, unknown, string, string][] = [
    [400, { detail: "partitions must be at least 1" }, "bad-input", "partitions must be at least 1 (400)"],
    [400, "", "bad-input", "the server refused the request as malformed (400)"],
    [403, "<html>no</html>", "forbidden", "this user is not allowed to do this (403)"],
    [404, "Plan x not found", "not-found", "Plan x not found (404)"],
    [404, { detail: "There is no topic x." }, "not-found", "There is no topic x (404)"],
    [404, { detail: "It is in R3.", code: "not-in-revision" }, "not-in-revision", "It is in R3 (404)"],
    [404, { detail: "Gone.", code: "unreachable" }, "not-found", "Gone (404)"],
    [409, { message: "Backup already in progress" }, "conflict", "Backup already in progress (409)"],
    [418, "", "bad-input", "the server refused the request (418)"],
    [500, "", "server-failure", "the server failed (500)"],
    [507, { title: "No space", detail: "" }, "server-failure", "No space (507)"],
  ];
  test.each(cases)("%d %j", async (status, body, code, message) => {
    await using server = await startServer((_, response) => {
      response.writeHead(status);
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
    const error = await failureOf(createTransport({ url: server.url }).send(read));
    expect([error.code, error.message]).toEqual([code, message]);
    expect(error.context).toMatchObject({
      operation: "topics.list",
      revision: "R3",
      method: "GET",
      path: "/service/kafka/v1/topics",
      status,
      attempts: 1,
    });
  });

  test("a redirect is not followed and names its target", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(302, { location: "https://elsewhere.example/login" });
      response.end();
    });
    const error = await failureOf(createTransport({ url: server.url, credentials: token("t0ken") }).send(read));
    expect(error.code).toBe("unexpected-response");
    expect(error.message).toContain("to https://elsewhere.example/login (302)");
    expect(server.requests).toHaveLength(1);
  });
});

describe("an answer with a success status that is not from the API", () => {
  const page = "<!DOCTYPE html><html><title>Sign in</title></html>";
  const cases: [string, string, string, string][] = [
    ["a login page", "text/html", page, "a page for a browser"],
    ["a page under another type", "text/plain", page, "a page for a browser"],
    ["JSON that is cut short", "application/json", '{"partitions":[{"0"', "it may have been cut short"],
  ];
  test.each(cases)("%s", async (_, type, body, sentence) => {
    await using server = await startServer((__, response) => {
      response.setHeader("content-type", type);
      response.end(body);
    });
    const error = await failureOf(createTransport({ url: server.url }).send(read));
    expect(error.code).toBe("unexpected-response");
    expect(error.message).toContain(sentence);
    expect(error.context).toMatchObject({ status: 200, excerpt: body });
  });

  test.each([
    ["announced", true],
    ["not announced", false],
  ])("a body that is too large, its length %s", async (_, announced) => {
    await using server = await startServer((__, response) => {
      const body = "x".repeat(3_000_000);
      if (announced) response.setHeader("content-length", body.length);
      response.write(body.slice(0, 10));
      response.end(body.slice(10));
    });
    const error = await failureOf(createTransport({ url: server.url, maxBodyBytes: 1_000_000 }).send(read));
    expect([error.code, error.message]).toEqual(["unexpected-response", "the body is larger than the limit of 1000000 bytes"]);
  });

  test("a small body that unpacks into a large one", async () => {
    const { gzipSync } = await import("node:zlib");
    await using server = await startServer((_, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(gzipSync(Buffer.alloc(50_000_000)));
    });
    const error = await failureOf(createTransport({ url: server.url, maxBodyBytes: 1_000_000 }).send(read));
    expect(error.message).toContain("larger than the limit of 1000000 bytes");
  });
});

describe("retries", () => {
  const failing =
    (status: number, headers: Record<string, string> = {}): Answer =>
    (_, response, count) =>
      count <= 2 ? json(response, status, {}, headers) : json(response, 200, ["x"]);

  test.each([408, 429, 502, 503, 504])("a read that is answered %d is tried again, under the same id", async (status) => {
    await using server = await startServer(failing(status));
    const response = await createTransport({ url: server.url, clock: quick }).send(read);
    expect(response).toMatchObject({ body: ["x"], attempts: 3 });
    expect(new Set(server.requests.map(({ headers }) => headers["x-request-id"]))).toEqual(new Set([response.requestId]));
  });

  test.each([400, 403, 404, 405, 409, 500, 501])("a read that is answered %d is not", async (status) => {
    await using server = await startServer(failing(status));
    await failureOf(createTransport({ url: server.url, clock: quick }).send(read));
    expect(server.requests).toHaveLength(1);
  });

  test.each(["change", "destroy"] as const)("a %s is sent once, whatever comes", async (effect) => {
    for (const status of [429, 500, 502, 503, 504]) {
      await using server = await startServer(failing(status, { "retry-after": "0" }));
      // A change may be a GET: the operation's effect decides about retries, not the method.
      const error = await failureOf(createTransport({ url: server.url, clock: quick }).send({ ...read, effect }));
      expect(error.context).toMatchObject({ status, attempts: 1 });
      expect(server.requests).toHaveLength(1);
    }
  });

  test("a read is tried as often as it is said, and then fails with what came last", async () => {
    await using server = await startServer((_, response) => json(response, 503, {}));
    const error = await failureOf(createTransport({ url: server.url, clock: quick, retries: 4 }).send(read));
    expect([error.code, error.context.attempts, server.requests.length]).toEqual(["server-failure", 5, 5]);
    await failureOf(createTransport({ url: server.url, clock: quick, retries: 0 }).send(read));
    expect(server.requests).toHaveLength(6);
  });

  test("a pause that the server asks for is kept, and one that is too long is reported", async () => {
    const waits: number[] = [];
    const observe = (event: TransportEvent) => {
      if (event.kind === "retry") waits.push(event.wait);
    };
    await using prompt = await startServer(failing(503, { "retry-after": "0" }));
    await createTransport({ url: prompt.url, observe, clock: quick }).send(read);
    expect(waits).toEqual([0, 0]);
    for (const after of ["3600", new Date(Date.now() + 3_600_000).toUTCString()]) {
      await using slow = await startServer(failing(503, { "retry-after": after }));
      await failureOf(createTransport({ url: slow.url, observe }).send(read));
      expect(slow.requests).toHaveLength(1);
    }
  });

  test("a pause that would outlast the call is not begun", async () => {
    await using server = await startServer(failing(503, { "retry-after": "10" }));
    const begun = Date.now();
    const error = await failureOf(createTransport({ url: server.url, totalTimeout: 2_000 }).send(read));
    expect(error.context.status).toBe(503);
    expect(Date.now() - begun).toBeLessThan(2_000);
  });

  test("waits are spread by chance, up to a bound that doubles", async () => {
    const waits: number[] = [];
    await using server = await startServer((_, response) => json(response, 503, {}));
    const transport = createTransport({
      url: server.url,
      retries: 3,
      clock: { now: Date.now, random: () => 0.1 },
      observe: (event) => {
        if (event.kind === "retry") waits.push(event.wait);
      },
    });
    await failureOf(transport.send(read));
    expect(waits).toEqual([20, 40, 80]);
  });

  test("a cluster that is down is not stormed: all calls together have ten retries", async () => {
    await using server = await startServer((_, response) => json(response, 503, {}));
    const transport = createTransport({ url: server.url, clock: quick });
    await Promise.all(Array.from({ length: 100 }, () => failureOf(transport.send(read))));
    expect(server.requests).toHaveLength(110);
  });
});

test("an observer sees a call that timed out, and a login that failed", async () => {
  await using silent = await startServer(() => undefined);
  const kinds: string[] = [];
  const observe = (event: TransportEvent) => kinds.push(event.kind);
  await failureOf(createTransport({ url: silent.url, observe }).send(read, { totalTimeout: 50 }));
  const refused = { about: "x", advice: "y", renewable: true, obtain: () => Promise.reject(new Error("sealed")) };
  await failureOf(createTransport({ url: silent.url, observe, credentials: refused }).send(read));
  expect(kinds).toEqual(["request", "failure", "failure"]);
});

test("an observer sees every event, and its own errors do not fail the call", async () => {
  await using server = await startServer((_, response, count) => json(response, count === 1 ? 503 : 200, []));
  const kinds: string[] = [];
  const transport = createTransport({
    url: server.url,
    clock: quick,
    credentials: token("t0ken"),
    observe: (event) => {
      kinds.push(event.kind);
      throw new Error("mine");
    },
  });
  await transport.send(read);
  expect(kinds).toEqual(["request", "response", "retry", "request", "response"]);
});
