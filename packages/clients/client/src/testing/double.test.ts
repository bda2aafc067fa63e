import { brokerApi } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { planOf } from "../../test/plans.ts";
import { createClient } from "../client.ts";
import { createDouble } from "./double.ts";
import { listenDouble } from "./listen.ts";
import { reply } from "./reply.ts";

const service = "kafka";

describe("a double", () => {
  test("gives the answers that the test sets, and records requests", async () => {
    const double = createDouble(brokerApi, "R2", {
      "topics.list": ["orders"],
      "topics.create": ({ topic }) => ({ message: `Created topic "${topic}".` }),
    });
    const { url, fetch } = double;
    const client = createClient(brokerApi, { url, fetch, service, revision: "R2", token: "t" });
    expect(await client.topics.list()).toEqual(["orders"]);
    expect(await client.topics.create({ topic: "orders", partitions: 3, replication: 2 })).toEqual({
      message: 'Created topic "orders".',
    });
    expect(double.requests.map(({ operation, input }) => [operation, input])).toEqual([
      ["topics.list", {}],
      ["topics.create", { topic: "orders", partitions: 3, replication: 2 }],
    ]);
    expect(double.requests[1]).toMatchObject({
      method: "POST",
      target: "/service/kafka/v1/topics?name=orders&partitions=3&replication=2",
      service: "kafka",
      headers: { authorization: "token=t" },
    });
  });

  test("says that it has no answer, rather than to make one up", async () => {
    const { url, fetch } = createDouble(brokerApi, "R3", {});
    const client = createClient(brokerApi, { url, fetch, service, revision: "R3" });
    const error = await failureOf(client.topics.list());
    expect(error.message).toBe("this test double has no answer for topics.list: add one (501)");
  });

  test("gives the statuses and forms of its revision", async () => {
    const plan = planOf("IN_PROGRESS", { "broker-0": "IN_PROGRESS" });
    const raw = async (revision: "R1" | "R2" | "R3") => {
      const { url, fetch } = createDouble(brokerApi, revision, { "plans.show": plan });
      return createClient(brokerApi, { url, fetch, service, revision }).plans.show.raw();
    };
    expect(await raw("R3")).toMatchObject({ status: 202, body: plan });
    expect(await raw("R2")).toMatchObject({ status: 503, body: plan });
    const r1 = await raw("R1");
    expect(r1).toMatchObject({
      status: 503,
      body: { status: "InProgress", phases: [{ blocks: [{ status: "InProgress" }] }] },
    });
    expect(r1.read()).toMatchObject(plan);
  });

  test("answers 208 where nothing was changed, and 417 where a plan has errors", async () => {
    const { url, fetch } = createDouble(brokerApi, "R3", {
      "plans.continue": { message: "Command has already been reported or completed", changed: false },
      "plans.show": planOf("ERROR", {}, { errors: ["no offer fits"] }),
    });
    const client = createClient(brokerApi, { url, fetch, service, revision: "R3" });
    expect((await client.plans.continue.raw()).status).toBe(208);
    expect(await client.plans.continue()).toMatchObject({ changed: false });
    expect((await client.plans.show.raw()).status).toBe(417);
  });

  test("answers what an operation throws, and what a reply says", async () => {
    const { url, fetch } = createDouble(brokerApi, "R3", {
      "topics.describe": ({ topic }) => {
        throw new ReeveError("not-found", `no topic ${topic}`);
      },
      "topics.list": reply(503, "service unavailable"),
    });
    const client = createClient(brokerApi, { url, fetch, service, revision: "R3", retries: 0 });
    expect(await failureOf(client.topics.describe({ topic: "a" }))).toMatchObject({
      code: "not-found",
      message: "topics.describe: no topic a (404)",
    });
    expect(await failureOf(client.topics.list())).toMatchObject({
      context: { status: 503, excerpt: "service unavailable" },
    });
  });

  test("says when an answer is at fault itself, and is away when an answer says so", async () => {
    const { url, fetch } = createDouble(brokerApi, "R3", {
      "topics.list": () => {
        throw new RangeError("no such index");
      },
      "plans.list": () => {
        throw new ReeveError("unreachable", "the cable is cut");
      },
    });
    const client = createClient(brokerApi, { url, fetch, service, revision: "R3", retries: 0 });
    const error = await failureOf(client.topics.list());
    expect(error.message).toBe("the answer of this test double to topics.list threw RangeError: no such index (500)");
    expect(await failureOf(client.plans.list())).toMatchObject({ code: "unreachable" });
  });

  test("says where an answer does not fit", async () => {
    const { url, fetch } = createDouble(brokerApi, "R3", { "topics.list": [1] as never });
    const error = await failureOf(createClient(brokerApi, { url, fetch, service, revision: "R3" }).topics.list());
    expect(error.message).toContain("the answer that was given does not fit: [0]: expected a string, received 1");
  });

  test("takes its token only, where it was given one", async () => {
    const { url, fetch } = createDouble(brokerApi, "R3", { "topics.list": [] }, { token: "good" });
    const options = { url, fetch, service, revision: "R3" } as const;
    expect(await createClient(brokerApi, { ...options, token: "good" }).topics.list()).toEqual([]);
    expect(await failureOf(createClient(brokerApi, { ...options, token: "bad" }).topics.list())).toMatchObject({
      code: "unauthenticated",
    });
  });

  test("may have a URL with a path", async () => {
    const { url, fetch } = createDouble(brokerApi, "R3", { "topics.list": ["a"] }, { url: "https://gateway.example/cluster" });
    expect(await createClient(brokerApi, { url, fetch, service, revision: "R3" }).topics.list()).toEqual(["a"]);
  });
});

describe("what the contract does not know", () => {
  const { url, fetch } = createDouble(brokerApi, "R2", {});
  const ask = async (method: string, target: string, body?: string) => {
    const response = await fetch(url + target, { method, ...(body !== undefined && { body }) });
    return [response.status, response.headers.get("content-type"), (await response.json()).detail];
  };
  const problem = "application/problem+json";

  test.each<[string, string, number, string]>([
    ["GET", "/service/kafka/v1/plans", 404, "broker R2 has no such path"],
    ["DELETE", "/service/kafka/v1/plan", 405, "expected GET"],
    [
      "POST",
      "/service/kafka/v1/topics?name=a&partitions=0&replication=1",
      400,
      "partitions: expected an integer from 1 to 1000000, received 0",
    ],
    ["GET", "/service/kafka/v1/topics?all=true", 400, "all: there is no such query parameter"],
    ["PUT", "/service/kafka/v1/topics/orders?operation=x", 400, "expected operation=partitions or operation=producer-test in the query"],
  ])("%s %s is answered with %s", async (method, target, status, detail) => {
    expect(await ask(method, target)).toEqual([status, problem, detail]);
  });
});

test("a double can listen on a port, for what cannot be given a fetch", async () => {
  const away = () => {
    throw new ReeveError("unreachable", "the cable is cut");
  };
  const double = createDouble(brokerApi, "R3", { "topics.list": ["orders"], "plans.list": away });
  const { url, close } = await listenDouble(double);
  try {
    expect(await createClient(brokerApi, { url, service, revision: "R3", token: "t" }).topics.list()).toEqual(["orders"]);
    expect((await fetch(`${url}/service/kafka/v1/nothing`)).status).toBe(404);
    await expect(fetch(`${url}/service/kafka/v1/plans`)).rejects.toThrow("fetch failed");
    expect(double.requests[0]?.headers.authorization).toBe("token=t");
  } finally {
    await close();
  }
});
