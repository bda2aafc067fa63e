import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plainText } from "../src/http/answer.ts";
import { type HttpLimits, usualLimits } from "../src/http/limits.ts";
import { type Handle, listen } from "../src/http/node-server.ts";
import { type Reeve, startReeve } from "../src/index.ts";
import { sendRaw, statusesIn } from "./socket.ts";

const get = (target: string) => `GET ${target} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

async function server(handle: Handle, limits: Partial<HttpLimits> = {}) {
  const listening = await listen(handle, { host: "127.0.0.1", port: 0, limits: { ...usualLimits, ...limits } });
  return { ...listening, [Symbol.asyncDispose]: listening.close };
}

describe("requests of one connection", () => {
  test("take turns with requests of other connections", async () => {
    let served = 0;
    await using slow = await server(({ target }) => {
      if (target === "/other") return plainText(String(served));
      const until = performance.now() + 2;
      while (performance.now() < until);
      served++;
      return plainText("done");
    });
    const many = connect(slow.port, "127.0.0.1");
    many.resume();
    await once(many, "connect");
    many.write(get("/one").repeat(400));
    const other = await sendRaw(slow.port, [get("/other")]);
    expect(Number(other.split("\r\n\r\n")[1])).toBeLessThan(200);
    many.destroy();
  });

  test("are answered in order, however many there are", async () => {
    await using echo = await server(async ({ target }) => plainText(target));
    const targets = Array.from({ length: 500 }, (_, index) => `/${index}`);
    const received = await sendRaw(echo.port, [targets.map(get).join("")], { answers: 500 });
    expect(received.match(/\r\n\r\n\/\d+/g)?.map((text) => text.trim())).toEqual(targets);
  });

  test("are dropped once their connection has closed", async () => {
    const asked: string[] = [];
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    let gone: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      gone = resolve;
    });
    await using waiting = await server(async ({ target, signal }) => {
      asked.push(target);
      signal().addEventListener("abort", gone);
      await held;
      return plainText("done");
    });
    const socket = connect(waiting.port, "127.0.0.1");
    socket.write(get("/one") + get("/two"));
    await expect.poll(() => asked).toEqual(["/one"]);
    socket.destroy();
    await closed;
    go();
    expect(statusesIn(await sendRaw(waiting.port, [get("/three")]))).toEqual([200]);
    expect(asked).toEqual(["/one", "/three"]);
  });
});

test("a handler that fails is answered for, and the service can close", async () => {
  await using failing = await server(() => Promise.reject(new Error("a defect")));
  expect(statusesIn(await sendRaw(failing.port, [get("/")]))).toEqual([500]);
});

describe("connections of clients that do nothing more are closed", () => {
  const large = "x".repeat(30_000_000);
  const short = { idleTimeout: 300, headTimeout: 300, requestTimeout: 600, closeTimeout: 300 };
  const answer: Handle = ({ target }) => plainText(target === "/large" ? large : "small");

  test.each([
    ["after nothing", ""],
    ["after half a request line", "GET /sm"],
    ["after something that is not HTTP", "\x01\r\n\r\n"],
    ["after asking for a tunnel", "CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n"],
    ["after asking for a tunnel with half a body", "CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\ncontent-length: 9\r\n\r\nabc"],
    ["after an answer", get("/small")],
    ["before a large answer", get("/large")],
    ["before a large answer behind a small one", get("/small") + get("/large")],
    ["before a large answer to half a request", "GET /large HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"],
  ])("%s", async (_, sent) => {
    await using listening = await server(answer, short);
    const client = connect({ port: listening.port, host: "127.0.0.1", allowHalfOpen: true }).pause();
    await once(client, "connect");
    await expect.poll(listening.connections).toBe(1);
    client.write(sent);
    await expect.poll(listening.connections, { timeout: 10_000 }).toBe(0);
    client.destroy();
  });

  test("when the service closes, too", async () => {
    const listening = await server(answer, { closeTimeout: 300 });
    const client = connect({ port: listening.port, host: "127.0.0.1", allowHalfOpen: true });
    client.write("CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n");
    await once(client, "data");
    await listening.close();
    await expect.poll(listening.connections).toBe(0);
    client.destroy();
  });
});

test("a client that keeps sending what is not HTTP adds no listeners", async () => {
  await using listening = await server(() => plainText("small"));
  const warnings: Error[] = [];
  const heard = (warning: Error) => void warnings.push(warning);
  process.on("warning", heard);
  const client = connect(listening.port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n");
  await once(client, "data");
  for (let count = 0; count < 20; count++) {
    client.write("\x01");
    await sleep(10);
  }
  client.destroy();
  process.off("warning", heard);
  expect(warnings).toEqual([]);
});

describe("refusals of the HTTP layer", () => {
  let reeve: Reeve;
  let port: number;
  beforeAll(async () => {
    reeve = await startReeve({ services: { kafka: { kind: "broker", pace: 0 } } });
    port = Number(new URL(reeve.url).port);
  });
  afterAll(() => reeve.close());

  test.each([
    ["two Host headers", "GET /health HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n", 400],
    ["the same Host twice", "GET /health HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n", 400],
    ["an address with more behind it", "GET /health HTTP/1.1\r\nhost: [::1].evil.example\r\n\r\n", 400],
    ["a name that begins as an address", "GET /health HTTP/1.1\r\nhost: 127.0.0.1.evil.example\r\n\r\n", 421],
    ["a malformed Host", "GET /health HTTP/1.1\r\nhost: a b\r\n\r\n", 400],
    ["no Host", "GET /health HTTP/1.1\r\n\r\n", 400],
    ["a URL of another host", "GET http://evil.example/health HTTP/1.1\r\nhost: localhost\r\n\r\n", 400],
    ["a URL and Host of another", "GET http://evil.example/health HTTP/1.1\r\nhost: evil.example\r\n\r\n", 421],
    ["an expectation", "GET /health HTTP/1.1\r\nhost: localhost\r\nexpect: the-best\r\n\r\n", 417],
    ["a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example:443\r\n\r\n", 405],
    ["an unknown method", "GIVE /health HTTP/1.1\r\nhost: localhost\r\n\r\n", 400],
  ])("%s: have a problem document", async (_, head, status) => {
    const received = await sendRaw(port, [head]);
    expect(statusesIn(received)).toEqual([status]);
    expect(received.toLowerCase()).toContain("content-type: application/problem+json");
    expect(JSON.parse(received.slice(received.indexOf("\r\n\r\n")))).toMatchObject({ status });
  });

  test("a full URL of this service is treated like its path", async () => {
    expect(statusesIn(await sendRaw(port, ["GET http://localhost/health HTTP/1.1\r\nhost: localhost\r\n\r\n"]))).toEqual([200]);
  });

  test("an OpenAPI document is made once", async () => {
    const line = `GET /reeve/v1/openapi/broker-R3.json HTTP/1.1\r\nhost: localhost\r\nauthorization: token=${reeve.token}\r\n\r\n`;
    const tagOf = async () => /^etag: (.*)$/im.exec(await sendRaw(port, [line]))?.[1];
    const first = await tagOf();
    expect(first).toBeDefined();
    expect(await tagOf()).toBe(first);
  });
});
