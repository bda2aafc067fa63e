import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { change, read } from "../test/exchange.ts";
import { type Fault, startFaultProxy } from "../test/fault-proxy.ts";
import { json, startServer } from "../test/server.ts";
import { createTransport } from "./transport.ts";

const DOUBT = "the change may have been made: check with topics.describe before you continue";
const verification = { api: "broker", operation: "topics.describe", input: { topic: "orders" } };
const doubtful = { ...change, verification };
const options = { clock: { now: Date.now, random: () => 0 } };
/** Milliseconds after which a call ends if a fault prevents the answer. */
const timeout = 400;

const faults: readonly [string, Fault][] = [
  ["resets the connection before it answers", { kind: "reset after request" }],
  ["cuts the answer within its headers", { kind: "cut after bytes", bytes: 20 }],
  ["cuts the answer within its body", { kind: "cut after bytes", bytes: 1_000 }],
  ["answers garbage", { kind: "garbage" }],
  ["never answers", { kind: "silence" }],
  ["is too slow", { kind: "delay", milliseconds: 1_000 }],
];

describe("a change may have been done, and its error says so,", () => {
  test.each(faults)("when the way to the server %s", async (_, fault) => {
    await using server = await startServer((__, response) => json(response, 200, { text: "x".repeat(5_000) }));
    await using proxy = await startFaultProxy(server.url, [fault]);
    const error = await failureOf(createTransport({ ...options, url: proxy.url, timeout }).send(doubtful));
    expect(error).toMatchObject({ mayHaveBeenDone: true, context: { mayHaveBeenDone: true, verification } });
    expect(error.message).toContain(`; ${DOUBT}`);
    const ofRead = await failureOf(createTransport({ ...options, url: proxy.url, timeout, retries: 0 }).send(read));
    expect([ofRead.mayHaveBeenDone, ofRead.message.includes("may have been made")]).toEqual([false, false]);
  });

  test.each([500, 502, 503, 504, 408])("when the server answers %i", async (status) => {
    await using server = await startServer((_, response) => json(response, status, { message: "no luck" }));
    const error = await failureOf(createTransport({ ...options, url: server.url }).send(doubtful));
    expect([error.mayHaveBeenDone, error.message]).toEqual([true, `no luck (${status}); ${DOUBT}`]);
    expect(server.requests).toHaveLength(1);
  });

  test("when it was answered with success that cannot be read", async () => {
    await using server = await startServer((_, response) => response.end("<html>"));
    const error = await failureOf(createTransport({ ...options, url: server.url }).send(doubtful));
    expect([error.code, error.mayHaveBeenDone]).toEqual(["unexpected-response", true]);
  });

  test("when its caller cancels after it was sent, but not before", async () => {
    const caller = new AbortController();
    await using server = await startServer(() => caller.abort());
    const transport = createTransport({ ...options, url: server.url });
    const sent = await failureOf(transport.send(doubtful, { signal: caller.signal }));
    expect([sent.code, sent.mayHaveBeenDone]).toEqual(["cancelled", true]);
    const unsent = await failureOf(transport.send(doubtful, { signal: caller.signal }));
    expect([unsent.code, unsent.mayHaveBeenDone, server.requests.length]).toEqual(["cancelled", false, 1]);
  });

  test("also where no read is known to show it", async () => {
    await using server = await startServer((_, response) => json(response, 500, null));
    const error = await failureOf(createTransport({ ...options, url: server.url }).send(change));
    expect(error.message).toBe("the server failed (500); the change may have been made: check the current state before you continue");
  });
});

describe("a change was not done, and its error says so,", () => {
  test.each([302, 400, 401, 403, 404, 405, 409, 421, 429, 501])("when the server answers %i", async (status) => {
    await using server = await startServer((_, response) => json(response, status, { message: "no" }, { location: "/" }));
    const error = await failureOf(createTransport({ ...options, url: server.url }).send(doubtful));
    expect([error.mayHaveBeenDone, error.message.includes("may have been made")]).toEqual([false, false]);
  });

  test("when no connection was established", async () => {
    const gone = await startServer((_, response) => json(response, 200, null));
    await gone[Symbol.asyncDispose]();
    const plain = await startServer((_, response) => json(response, 200, null));
    await using _ = plain;
    for (const url of [gone.url, "http://cluster.invalid", plain.url.replace("http:", "https:")]) {
      const error = await failureOf(createTransport({ ...options, timeout: 60_000, url }).send(doubtful));
      expect([error.code, error.mayHaveBeenDone, error.message], url).toMatchObject(["unreachable", false, /./]);
    }
  });

  test("when no token was to be had for it", async () => {
    await using server = await startServer((_, response) => json(response, 200, null));
    const credentials = {
      about: "a token",
      advice: "wait",
      renewable: true,
      obtain: () => new Promise<never>(() => undefined),
    };
    const transport = createTransport({ ...options, url: server.url, credentials, totalTimeout: 50 });
    const error = await failureOf(transport.send(doubtful));
    expect([error.code, error.mayHaveBeenDone, server.requests.length]).toEqual(["timed-out", false, 0]);
  });
});
