import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { token } from "@reeve/auth";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { change, read } from "../test/exchange.ts";
import { json, startServer } from "../test/server.ts";
import type { TransportEvent } from "./events.ts";
import { createTransport } from "./transport.ts";

describe("limits of time", () => {
  test("an attempt has one, its body included", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[");
    });
    const error = await failureOf(createTransport({ url: server.url, retries: 0 }).send(read, { timeout: 60 }));
    expect([error.code, error.message]).toEqual(["timed-out", "no answer within 60 ms"]);
  });

  test("all attempts together have one", async () => {
    await using server = await startServer(() => undefined);
    const transport = createTransport({ url: server.url, retries: 9, clock: { now: Date.now, random: () => 0 } });
    const error = await failureOf(transport.send(read, { timeout: 50, totalTimeout: 120 }));
    expect([error.code, error.message]).toEqual(["timed-out", "no answer within 120 ms, all attempts together"]);
    expect(error.context.attempts).toBeLessThanOrEqual(3);
  });

  test("an operation that needs longer has longer, a caller who says otherwise is obeyed", async () => {
    await using server = await startServer((_, response) => setTimeout(() => json(response, 200, []), 120));
    const transport = createTransport({ url: server.url, timeout: 40, totalTimeout: 80, retries: 0 });
    expect((await failureOf(transport.send(change))).code).toBe("timed-out");
    expect((await transport.send({ ...change, timeout: 1_000 })).status).toBe(200);
    expect((await failureOf(transport.send({ ...change, timeout: 1_000 }, { timeout: 40 }))).code).toBe("timed-out");
  });
});

test("a limit holds though a fetch that was given forgets its request, and the memory is swept meanwhile", async () => {
  setFlagsFromString("--expose-gc");
  const sweep: () => void = runInNewContext("gc");
  let asked = false;
  const fetch = () => {
    asked = true;
    return new Promise<never>(() => undefined);
  };
  const ended = failureOf(createTransport({ url: "http://cluster.invalid", fetch, retries: 0 }).send(read, { timeout: 200 }));
  while (!asked) await setImmediate();
  for (let sweeps = 0; sweeps < 3; sweeps++) {
    sweep();
    await setImmediate();
  }
  expect((await ended).code).toBe("timed-out");
});

test.each([Number.NaN, 0, -1, Number.POSITIVE_INFINITY])("a timeout of %d is refused", async (timeout) => {
  const error = await failureOf(createTransport({ url: "http://127.0.0.1:1" }).send(read, { timeout }));
  expect([error.code, error.message]).toEqual(["bad-input", `timeout: expected a number of milliseconds above 0, received ${timeout}`]);
});

test.each([
  [{ timeout: 0 }, "timeout: expected a number of milliseconds above 0, received 0"],
  [{ totalTimeout: Number.NaN }, "totalTimeout: expected a number of milliseconds above 0, received NaN"],
  [{ retries: -1 }, "retries: expected an integer of at least 0, received -1"],
  [{ maxBodyBytes: Number.NaN }, "maxBodyBytes: expected an integer of at least 1, received NaN"],
])("a transport with limits of %j is not made", (limits, message) => {
  expect(() => createTransport({ url: "http://127.0.0.1:1", ...limits })).toThrow(message);
});

describe("a custom fetch", () => {
  test("is given the whole request", async () => {
    const seen: [Request, unknown][] = [];
    const fetch = async (input: Parameters<typeof globalThis.fetch>[0]) => {
      if (input instanceof Request) seen.push([input, await input.json()]);
      return Response.json([]);
    };
    const request = { method: "PUT", path: "/service/c/v1/repair/start", query: "", body: { nodes: ["*"] } } as const;
    await createTransport({ url: "https://cluster.example", fetch, credentials: token("t0ken") }).send({
      request,
      effect: "change",
    });
    const [given, body] = seen[0] ?? [];
    expect([given?.method, given?.url, given?.headers.get("authorization")]).toEqual([
      "PUT",
      "https://cluster.example/service/c/v1/repair/start",
      "token=t0ken",
    ]);
    expect(body).toEqual({ nodes: ["*"] });
  });

  test.each([
    ["a browser's", new TypeError("Failed to fetch"), "unreachable", 3],
    ["Deno's", new TypeError("error sending request for url (https://cluster.example/)"), "unreachable", 3],
    ["a system's", Object.assign(new Error("connect"), { code: "ECONNREFUSED" }), "unreachable", 3],
    ["a fault of the program:", new TypeError("pool is undefined"), "unexpected-response", 1],
    ["an error of its own:", new RangeError("t0ken"), "unexpected-response", 1],
  ])("%s failure is distinguished from a network error", async (_, thrown, code, times) => {
    let asked = 0;
    const fetch = async () => {
      asked++;
      throw thrown;
    };
    const transport = createTransport({
      url: "https://cluster.example",
      fetch,
      clock: { now: Date.now, random: () => 0 },
    });
    const error = await failureOf(transport.send(read));
    expect([error.code, asked]).toEqual([code, times]);
    if (times === 1) expect(error.message).toMatch(/^the fetch in the options failed, but not because of the network$/);
    expect(error.message).not.toContain("t0ken");
  });

  test("leaves doubt about a change where it failed by itself", async () => {
    const fetch = async () => {
      throw new TypeError("pool is undefined");
    };
    const error = await failureOf(createTransport({ url: "https://cluster.example", fetch }).send(change));
    expect([error.code, error.mayHaveBeenDone]).toEqual(["unexpected-response", true]);
  });

  test("is not called for a caller that has already cancelled", async () => {
    const fetch = () => new Promise<Response>(() => undefined);
    const caller = new AbortController();
    const work = failureOf(createTransport({ url: "https://cluster.example", fetch, retries: 0 }).send(read, { signal: caller.signal }));
    // The call is loading its adapter by now.
    await Promise.resolve();
    caller.abort();
    expect((await work).code).toBe("cancelled");
  });

  test("is abandoned at the timeout, even if it ignores the signal", async () => {
    const fetch = () => new Promise<Response>(() => undefined);
    const error = await failureOf(createTransport({ url: "https://cluster.example", fetch, retries: 0 }).send(read, { timeout: 50 }));
    expect(error.code).toBe("timed-out");
  });
});

describe("a caller that cancels", () => {
  test("before it begins: nothing is sent", async () => {
    await using server = await startServer((_, response) => json(response, 200, []));
    const error = await failureOf(createTransport({ url: server.url }).send(read, { signal: AbortSignal.abort() }));
    expect([error.code, server.requests.length]).toEqual(["cancelled", 0]);
  });

  test("while it waits for the answer", async () => {
    const controller = new AbortController();
    await using server = await startServer(() => controller.abort());
    const work = createTransport({ url: server.url }).send(read, { signal: controller.signal });
    const error = await failureOf(work);
    expect([error.code, error.message, error.context.attempts]).toEqual(["cancelled", "the caller cancelled", 1]);
  });

  test("while it waits between attempts", async () => {
    await using server = await startServer((_, response) => json(response, 503, {}, { "retry-after": "10" }));
    const controller = new AbortController();
    let begun = Number.POSITIVE_INFINITY;
    const observe = ({ kind }: TransportEvent) => {
      if (kind !== "retry") return;
      begun = Date.now();
      setTimeout(() => controller.abort(), 1);
    };
    const work = createTransport({ url: server.url, observe }).send(read, { signal: controller.signal });
    expect((await failureOf(work)).code).toBe("cancelled");
    expect(Date.now() - begun).toBeLessThan(2_000);
    expect(server.requests).toHaveLength(1);
  });

  test("by a timeout of its own", async () => {
    await using server = await startServer(() => undefined);
    const error = await failureOf(createTransport({ url: server.url }).send(read, { signal: AbortSignal.timeout(30) }));
    expect([error.code, error.message]).toEqual(["timed-out", "the caller's timeout passed"]);
  });
});
