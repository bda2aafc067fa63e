import { brokerApi } from "@reeve/broker-models";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { cluster } from "../test/cluster.ts";
import { createClient } from "./client.ts";

const service = "kafka";
const done = { message: "Received cmd: continue" };

describe("a control that the server takes with POST only", () => {
  const strict = () => cluster((line) => (line.startsWith("POST") ? [200, done] : [405]));

  test.each([
    ["R1", "GET /plan/continue", "POST /plan/continue"],
    ["R2", "GET /plan/continue", "POST /plan/continue"],
    ["R3", "PUT /plans/deploy/continue", "POST /plans/deploy/continue"],
  ] as const)("is sent once more, in %s, and from then on at once", async (revision, documented, other) => {
    const { url, fetch, asked } = strict();
    const client = createClient(brokerApi, { url, fetch, service, revision });
    expect(await client.plans.continue()).toEqual({ ...done, changed: true });
    expect(asked).toEqual([documented, other]);
    await client.plans.continue();
    expect(asked.slice(2)).toEqual([other]);
  });

  test("is remembered for all controls, and forgotten when the server takes the documented method after all", async () => {
    let strict = true;
    const { url, fetch, asked } = cluster((line) => (line.startsWith("POST") === strict ? [200, done] : [405]));
    const client = createClient(brokerApi, { url, fetch, service, revision: "R2" });
    await client.plans.interrupt();
    await client.plans.continue();
    strict = false;
    await client.plans.continue();
    await client.plans.continue();
    expect(asked).toEqual([
      "GET /plan/interrupt",
      "POST /plan/interrupt",
      "POST /plan/continue",
      "POST /plan/continue",
      "GET /plan/continue",
      "GET /plan/continue",
    ]);
  });

  test("is not sent once more for anything but 405, nor is any other change", async () => {
    for (const status of [404, 409, 500, 503]) {
      const { url, fetch, asked } = cluster(() => [status, "no"]);
      const client = createClient(brokerApi, { url, fetch, service, revision: "R2" });
      await failureOf(client.plans.continue());
      expect(asked).toEqual(["GET /plan/continue"]);
    }
    const { url, fetch, asked } = cluster(() => [405]);
    const client = createClient(brokerApi, { url, fetch, service, revision: "R3" });
    await failureOf(client.topics.alter({ topic: "orders", partitions: 3 }));
    expect(asked).toHaveLength(1);
  });

  test("fails with what the documented method was answered, where neither is taken", async () => {
    const { url, fetch, asked } = cluster(() => [405]);
    const client = createClient(brokerApi, { url, fetch, service, revision: "R2" });
    expect(await failureOf(client.plans.continue())).toMatchObject({ context: { method: "GET", status: 405 } });
    expect(asked).toHaveLength(2);
  });

  test.each([409, 500])("fails with what the other method was answered, where that is %i: it may have done something", async (status) => {
    const { url, fetch } = cluster((line) => [line.startsWith("POST") ? status : 405]);
    const client = createClient(brokerApi, { url, fetch, service, revision: "R2" });
    expect(await failureOf(client.plans.continue())).toMatchObject({ context: { method: "POST", status } });
  });

  test("that had nothing to do says so", async () => {
    const { url, fetch } = cluster(() => [208, "Command has already been reported or completed"]);
    const client = createClient(brokerApi, { url, fetch, service, revision: "R3" });
    expect(await client.plans.interrupt()).toMatchObject({ changed: false });
  });
});

test("a topic that the server describes on POST only is described", async () => {
  const { url, fetch, asked } = cluster((line) => (line.startsWith("POST") ? [200, { partitions: [] }] : [405]));
  const client = createClient(brokerApi, { url, fetch, service, revision: "R1" });
  expect(await client.topics.describe({ topic: "orders" })).toEqual({ partitions: [] });
  await client.topics.describe({ topic: "orders" });
  expect(asked).toEqual(["GET /topics/orders", "POST /topics/orders", "POST /topics/orders"]);
});

test("an unknown topic is asked for once", async () => {
  const { url, fetch, asked } = cluster(() => [404]);
  const client = createClient(brokerApi, { url, fetch, service, revision: "R1" });
  expect(await failureOf(client.topics.describe({ topic: "ordrs" }))).toMatchObject({ code: "not-found" });
  expect(asked).toEqual(["GET /topics/ordrs"]);
});
