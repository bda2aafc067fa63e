import { setTimeout as sleep } from "node:timers/promises";
import { brokerApi } from "@reeve/broker-models";
import { createRouter } from "@reeve/contract";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test, vi } from "vitest";
import { cluster } from "../test/cluster.ts";
import { planOf } from "../test/plans.ts";
import { createClient } from "./client.ts";
import { revisionOf } from "./description.ts";

const service = "kafka";

/** A server of one revision; it answers unknown routes with 404 or 405. */
function server(revision: "R1" | "R2" | "R3", odd: Readonly<Record<string, [number, unknown?]>> = {}) {
  const router = createRouter(brokerApi, revision);
  const answers: Readonly<Record<string, unknown>> = {
    "topics.list": ["orders"],
    "plans.list": ["deploy", "recovery"],
    "plans.active": { stage: { status: "Complete", errors: [], phase_count: 1 } },
    "plans.show": planOf("COMPLETE", { "broker-0": "COMPLETE" }),
    "pods.list": ["broker-0"],
    "connection.show": { address: [], dns: [] },
  };
  return cluster((line) => {
    const items = odd[line];
    if (items) return items;
    const [method = "", target = ""] = line.split(" ");
    const match = router.match(method, `/service/kafka/v1${target}`);
    if (match.kind === "wrong-method") return [405];
    return match.kind === "operation" && match.name in answers ? [200, answers[match.name]] : [404, "Not Found"];
  });
}

function clientOf({ url, fetch }: { url: string; fetch: typeof globalThis.fetch }) {
  return createClient(brokerApi, { url, fetch, service, retries: 0 });
}

describe("the revision", () => {
  test.each([
    ["R1", ["GET /topics", "GET /plans", "GET /plan/status"]],
    ["R2", ["GET /topics", "GET /plans", "GET /plan/status", "GET /connection"]],
    ["R3", ["GET /topics", "GET /plans"]],
  ] as const)("%s is found by what the server serves, with reads", async (revision, reads) => {
    const served = server(revision);
    expect(await revisionOf(clientOf(served))).toBe(revision);
    expect([...served.asked].sort()).toEqual([...reads].sort());
  });

  test.each(["R1", "R2", "R3"] as const)(
    "%s is found where there is no read that tells its kind, by something that it serves",
    async (revision) => {
      const { url, fetch } = server(revision);
      const { provesKind: _, ...list } = brokerApi.operations.topics.list;
      const operations = { ...brokerApi.operations, topics: { ...brokerApi.operations.topics, list } };
      const api = { ...brokerApi, operations };
      expect(await revisionOf(createClient(api, { url, fetch, service }))).toBe(revision);
    },
  );

  test("is found once, however many ask at the same time, and then remembered", async () => {
    const served = server("R3");
    const client = clientOf(served);
    await Promise.all([client.topics.list(), client.plans.show(), revisionOf(client)]);
    await client.topics.list();
    expect(served.asked.filter((line) => line === "GET /plans")).toHaveLength(1);
  });

  test("is not asked for where it was given", async () => {
    const served = server("R3");
    const { url, fetch } = served;
    await createClient(brokerApi, { url, fetch, service, revision: "R3" }).topics.list();
    expect(served.asked).toEqual(["GET /topics"]);
  });

  test("is found although a plan runs, whose answer comes with 503", async () => {
    const plan = planOf("IN_PROGRESS", { "broker-0": "IN_PROGRESS" });
    const served = server("R2", { "GET /topics": [500], "GET /connection": [404], "GET /plan": [503, plan] });
    const { url, fetch } = served;
    const { topics, plans, ...others } = brokerApi.operations;
    const { provesKind: _, ...list } = topics.list;
    const show = { ...plans.show, provesKind: () => true };
    const operations = { ...others, topics: { ...topics, list }, plans: { ...plans, show } };
    const api = { ...brokerApi, operations };
    expect(await revisionOf(createClient(api, { url, fetch, service, retries: 0 }))).toBe("R2");
  });

  test("is found although the engine is down and topics cannot be listed", async () => {
    expect(await revisionOf(clientOf(server("R3", { "GET /topics": [500] })))).toBe("R3");
    expect(await revisionOf(clientOf(server("R2", { "GET /topics": [500] })))).toBe("R2");
    expect(await revisionOf(clientOf(server("R1", { "GET /topics": [504, "the engine is silent"] })))).toBe("R1");
  });
});

test("R2, which nothing is alone to serve, is not taken from silence: a gateway that has lost sight of R3 for a moment is silent, too", async () => {
  const served = server("R3");
  const hidden = new Set(["GET /plans"]);
  const flapping = cluster(async (line, count) =>
    hidden.has(line) && count === 1 ? [404, "no such service"] : served.fetch(`${served.url}/service/kafka/v1${line.slice(4)}`),
  );
  const client = clientOf(flapping);
  expect(await failureOf(client.topics.list())).toMatchObject({ code: "not-found" });
  expect(await revisionOf(client)).toBe("R3");
});

describe("no revision is found", () => {
  const page = "<!doctype html><html><body>Welcome</body></html>";
  test.each<[string, [number, unknown?]]>([
    ["where there is no service", [404, "Not Found"]],
    ["where every path is a page", [200, page]],
    ["where every path is something else", [200, { hello: "world" }]],
    ["where no path takes GET", [405]],
  ])("%s: the error says so", async (_, answer) => {
    const error = await failureOf(clientOf(cluster(() => answer)).topics.list());
    expect(error).toMatchObject({ code: "not-found" });
    expect(error.message).toContain('there is no message broker service "kafka" at https://cluster.example');
  });

  test("where every path but that of the kind probe is something else", async () => {
    const other = cluster((line) => (line === "GET /topics" ? [404] : [200, ["deploy"]]));
    expect(await failureOf(clientOf(other).plans.show())).toMatchObject({ code: "not-found" });
  });

  test.each<[number, string]>([
    [401, "unauthenticated"],
    [403, "forbidden"],
    [503, "server-failure"],
    [302, "unexpected-response"],
  ])("where the answer is %i: that is an error, and no guess", async (status, code) => {
    expect(await failureOf(clientOf(cluster(() => [status, "no"])).topics.list())).toMatchObject({ code });
  });

  test("where every answer breaks off", async () => {
    const fetch = async () => {
      const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) });
      return new Response(body, { headers: { "content-type": "application/json" } });
    };
    const client = createClient(brokerApi, { url: "https://cluster.example", fetch, service, retries: 0 });
    expect(await failureOf(revisionOf(client))).toMatchObject({ code: "unreachable" });
  });

  test("where no server listens; the next call asks again", async () => {
    const served = server("R2");
    let down = true;
    const client = clientOf({
      url: served.url,
      fetch: (...request) => (down ? Promise.reject(new TypeError("fetch failed")) : served.fetch(...request)),
    });
    expect(await failureOf(client.topics.list())).toMatchObject({ code: "unreachable" });
    down = false;
    expect(await client.topics.list()).toEqual(["orders"]);
    expect(await revisionOf(client)).toBe("R2");
  });
});

test("a caller that cancels does not affect the others", async () => {
  const served = server("R3");
  const gate = Promise.withResolvers<void>();
  const client = clientOf({
    url: served.url,
    fetch: async (...request) => {
      await gate.promise;
      return served.fetch(...request);
    },
  });
  const controller = new AbortController();
  const impatient = failureOf(client.topics.list({}, { signal: controller.signal }));
  const patient = client.topics.list();
  controller.abort();
  expect(await impatient).toMatchObject({ code: "cancelled" });
  gate.resolve();
  expect(await patient).toEqual(["orders"]);
});

test("when all callers have cancelled, the search ends", async () => {
  // Keeps references to requests, as a running `fetch` does. Otherwise the platform would drop the abort signals of the requests.
  const requests: Request[] = [];
  const client = clientOf({
    url: "https://cluster.example",
    fetch: (input) => {
      requests.push(input as Request);
      return new Promise(() => undefined);
    },
  });
  const controller = new AbortController();
  const waiting = failureOf(client.topics.list({}, { signal: controller.signal }));
  await vi.waitFor(() => expect(requests).toHaveLength(2), 20_000);
  controller.abort();
  expect(await waiting).toMatchObject({ code: "cancelled" });
  await vi.waitFor(() => expect(requests.every(({ signal }) => signal.aborted)).toBe(true), 20_000);
});

test("what it takes to find it is part of the time that a call has", async () => {
  const served = server("R2");
  const client = clientOf({
    url: served.url,
    fetch: async (...request) => {
      // biome-ignore lint/plugin: the server is slow
      await sleep(100);
      return served.fetch(...request);
    },
  });
  // Three requests of 100 ms each are sent one after another. One fits into the timeout, three do not.
  expect(await failureOf(client.topics.list({}, { totalTimeout: 160 }))).toMatchObject({ code: "timed-out" });
  expect(await client.topics.list({}, { totalTimeout: 60_000 })).toEqual(["orders"]);
});
