import type { ErrorCode } from "@reeve/contract";
import { failureOf } from "@reeve/testing/failure-of";
import { fetch } from "undici";
import { describe, expect, test } from "vitest";
import { change, read } from "../test/exchange.ts";
import { type Fault, startFaultProxy } from "../test/fault-proxy.ts";
import { json, startServer } from "../test/server.ts";
import { mayBeReserved } from "./dispatcher.ts";
import { createTransport } from "./transport.ts";

const clock = { now: Date.now, random: () => 0 };
const body = { partitions: "x".repeat(5_000) };

/** Each fault with its error code and the number of times the request reaches the server in three attempts. */
const faults: [string, Fault, ErrorCode, number][] = [
  ["refuses connections", { kind: "refuse" }, "unreachable", 0],
  ["resets the connection before it answers", { kind: "reset after request" }, "unreachable", 3],
  ["cuts the answer within its headers", { kind: "cut after bytes", bytes: 20 }, "unreachable", 3],
  ["cuts the answer within its body", { kind: "cut after bytes", bytes: 1_000 }, "unreachable", 3],
  ["answers garbage", { kind: "garbage" }, "unreachable", 0],
  ["never answers", { kind: "silence" }, "timed-out", 0],
  ["is too slow", { kind: "delay", milliseconds: 1_500 }, "timed-out", 0],
];

describe.each(faults)("a way to the server that %s", (_, fault, code, reached) => {
  test("fails a read after three tries", async () => {
    await using server = await startServer((__, response) => json(response, 200, body));
    await using proxy = await startFaultProxy(server.url, [fault]);
    const error = await failureOf(createTransport({ url: proxy.url, clock, timeout: 400 }).send(read));
    expect([error.code, error.context.attempts]).toEqual([code, 3]);
    expect(server.requests.length).toBe(reached);
  });

  test("fails a change after one", async () => {
    await using server = await startServer((__, response) => json(response, 200, body));
    await using proxy = await startFaultProxy(server.url, [fault]);
    const error = await failureOf(createTransport({ url: proxy.url, clock, timeout: 400 }).send(change));
    expect([error.code, error.context.attempts]).toEqual([code, 1]);
    expect(server.requests.length).toBe(Math.min(reached, 1));
  });

  test("is got over by a read when it passes", async () => {
    await using server = await startServer((__, response) => json(response, 200, body));
    await using proxy = await startFaultProxy(server.url, [fault, { kind: "none" }]);
    const response = await createTransport({ url: proxy.url, clock, timeout: 400 }).send(read);
    expect([response.body, response.attempts]).toEqual([body, 2]);
  });
});

test("an unreachable server is distinguished from an unknown host name", async () => {
  const gone = await startServer((_, response) => json(response, 200, []));
  await gone[Symbol.asyncDispose]();
  const refused = await failureOf(createTransport({ url: gone.url, retries: 0 }).send(read));
  expect(refused.message).toBe(`${gone.url} cannot be reached: nothing listens there (ECONNREFUSED)`);
  const unknown = await failureOf(createTransport({ url: "http://cluster.invalid", retries: 0 }).send(read));
  expect(unknown.code).toBe("unreachable");
  expect(unknown.message).toMatch(/^http:\/\/cluster\.invalid cannot be reached: its host name/);
});

test("each port that fetch refuses may be reserved", async () => {
  const refused: number[] = [];
  const ask = (port: number) =>
    new Promise<unknown>((resolve) => {
      const end = ({ cause }: Error) => resolve(cause instanceof Error && cause.message === "bad port" && refused.push(port));
      fetch(`http://127.0.0.1:${port}`, { dispatcher: { dispatch: resolve } as never }).catch(end);
    });
  for (let port = 1; port < 65_536; port++) await ask(port);
  expect(refused.length).toBeGreaterThan(80);
  expect(refused.filter((port) => !mayBeReserved(String(port)))).toEqual([]);
  for (const usual of ["", "8080", "9042", "9870", "54321"]) expect(mayBeReserved(usual)).toBe(false);
});

test("a server without HTTP, one without TLS, and an answer that is too long are distinguished", async () => {
  const sentenceOf = async (url: string) => (await failureOf(createTransport({ url, retries: 0 }).send(read))).message.replace(url, "it");
  await using plain = await startServer((_, response) => json(response, 200, []));
  await using garbage = await startFaultProxy(plain.url, [{ kind: "garbage" }]);
  await using verbose = await startServer((_, response) => json(response, 200, [], { "x-much": "x".repeat(40_000) }));
  const tls = plain.url.replace("http:", "https:");
  expect(await sentenceOf(garbage.url)).toMatch(/^it cannot be reached: the answer is not HTTP \((?:NOT_HTTP|HPE_\w+)\)$/);
  const [, code] =
    /^it cannot be reached: the TLS handshake failed, or the server does not speak TLS \((\w+)\)$/.exec(await sentenceOf(tls)) ?? [];
  expect(code).toMatch(/^ERR_SSL_\w+$/);
  expect(await sentenceOf(verbose.url)).toBe("it cannot be reached: the headers of the answer are too large (UND_ERR_HEADERS_OVERFLOW)");
  expect(await sentenceOf("http://127.0.0.1:6667")).toBe(
    "it cannot be reached: fetch does not connect to this port, because the port is reserved for another service (BAD_PORT)",
  );
});
