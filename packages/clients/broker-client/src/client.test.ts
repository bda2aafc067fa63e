import { ReeveError } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { createBrokerClient, isReeveError, offsetsOf, partitionsOf, revisionOf, token } from "./index.ts";
import { createBrokerDouble, type ReceivedRequest, reply } from "./testing.ts";

const service = "kafka";

describe("a broker client", () => {
  test("speaks its revision", async () => {
    const { url, fetch, requests } = createBrokerDouble("R2", { "topics.create": { message: "Created topic" } });
    const broker = createBrokerClient({ url, fetch, service, revision: "R2", credentials: token("t") });
    await broker.topics.create({ topic: "orders", partitions: 12, replication: 3 });
    expect(requests[0]?.target).toBe("/service/kafka/v1/topics?name=orders&partitions=12&replication=3");
  });

  test.each(["R1", "R2", "R3"] as const)("finds out that its server is %s", async (revision) => {
    const stage = { status: "Complete", errors: [], phase_count: 1 };
    const answers = {
      "topics.list": ["orders"],
      "plans.active": { stage },
      "plans.list": ["deploy", "recovery"],
      "brokers.list": { brokers: ["0"] },
    };
    const { url, fetch } = createBrokerDouble(revision, answers as object);
    expect(await revisionOf(createBrokerClient({ url, fetch, service }))).toBe(revision);
  });

  test("has what takes more than one call, as far as its revision has what that is made of", () => {
    const of = (revision?: "R1" | "R2" | "R3") => createBrokerClient({ url: "https://cluster.example", service, revision });
    const waits = (noun: object) => Object.keys(noun).filter((name) => /^(?:watch|wait)|Wait$/.test(name));
    for (const broker of [of("R1"), of("R2"), of("R3"), of()]) {
      expect(waits(broker.plans)).toEqual(["watch", "wait"]);
      expect(waits(broker.topics)).toEqual(["waitInSync"]);
    }
    const recovery = ["restartAndWait", "replaceAndWait", "restartAllAndWait"];
    expect(waits(createBrokerClient({ url: "https://cluster.example", service, revision: "R2" }).brokers)).toEqual(recovery);
    expect(waits(createBrokerClient({ url: "https://cluster.example", service, revision: "R3" }).pods)).toEqual(recovery);
    expect("pods" in of("R2")).toBe(false);
    expect("brokers" in of("R3")).toBe(false);
  });

  test("gives errors that are recognised by their code", async () => {
    const exists = () => {
      throw new ReeveError("conflict", "the topic exists already");
    };
    const { url, fetch } = createBrokerDouble("R3", { "topics.create": exists });
    const broker = createBrokerClient({ url, fetch, service, revision: "R3" });
    const error = await broker.topics.create({ topic: "a", partitions: 1, replication: 1 }).catch((thrown) => thrown);
    expect(isReeveError(error, "conflict")).toBe(true);
  });
});

describe("offsets", () => {
  const numbersOnly =
    (status: number) =>
    (_: unknown, { target }: ReceivedRequest) =>
      /time=-?\d+$/.test(target) ? [{ "0": "42" }] : reply(status);

  test.each([400, 500])("first and last work on servers that know only numbers and answer %i to words", async (status) => {
    for (const revision of ["R1", "R2"] as const) {
      const { url, fetch, requests } = createBrokerDouble(revision, { "topics.offsets": numbersOnly(status) });
      const broker = createBrokerClient({ url, fetch, service, revision });
      expect(offsetsOf(await broker.topics.offsets({ topic: "orders", time: "first" })).get(0)).toBe(42n);
      await broker.topics.offsets({ topic: "orders", time: "last" });
      expect(requests.map(({ target }) => target.split("?")[1])).toEqual(["time=first", "time=-2", "time=-1"]);
    }
  });

  test("go as words to servers that know them, and as numbers in R3", async () => {
    for (const [revision, query] of [
      ["R1", "time=last"],
      ["R2", "time=last"],
      ["R3", "time=-1"],
    ] as const) {
      const { url, fetch, requests } = createBrokerDouble(revision, { "topics.offsets": [{ "0": "" }] });
      const broker = createBrokerClient({ url, fetch, service, revision });
      expect(offsetsOf(await broker.topics.offsets({ topic: "orders", time: "last" })).size).toBe(0);
      expect(requests[0]?.target.split("?")[1]).toBe(query);
    }
  });

  test("of an unknown topic fail with the first answer; a time in milliseconds is asked for once", async () => {
    const { url, fetch, requests } = createBrokerDouble("R2", { "topics.offsets": reply(500) });
    const broker = createBrokerClient({ url, fetch, service, revision: "R2" });
    await expect(broker.topics.offsets({ topic: "ordrs", time: "last" })).rejects.toMatchObject({
      code: "server-failure",
    });
    expect(requests).toHaveLength(2);
    await expect(broker.topics.offsets({ topic: "ordrs", time: 1_700_000_000_000 })).rejects.toThrow();
    await expect(broker.topics.offsets({ topic: "ordrs" })).rejects.toThrow();
    expect(requests).toHaveLength(4);
  });
});

describe("older and newer servers give the same", () => {
  const partition = { controller_epoch: 1, isr: [1], leader: 1, leader_epoch: 0, version: 1 };

  test.each<[string, unknown]>([
    ["an object", { brokers: ["0", "1"] }],
    ["a bare list", ["0", "1"]],
    ["a bare list of numbers", [0, 1]],
  ])("brokers as %s", async (_, body) => {
    const { url, fetch } = createBrokerDouble("R2", { "brokers.list": reply(200, body) });
    const { brokers } = createBrokerClient({ url, fetch, service, revision: "R2" });
    expect(await brokers.list()).toEqual({ brokers: ["0", "1"] });
  });

  test.each<[string, unknown]>([
    ["an object", { message: "Created topic" }],
    ["text", "Created topic"],
  ])("a message as %s", async (_, body) => {
    const { url, fetch } = createBrokerDouble("R2", { "topics.create": reply(200, body) });
    const { topics } = createBrokerClient({ url, fetch, service, revision: "R2" });
    expect(await topics.create({ topic: "a", partitions: 1, replication: 1 })).toEqual({ message: "Created topic" });
  });

  test.each<[string, number, unknown]>([
    ["a message", 200, { message: "Received cmd: continue" }],
    ["a message and a result", 200, { message: "Received cmd: continue", Result: "Received cmd: continue" }],
    ["a result alone", 200, { Result: "Received cmd: continue" }],
    ["text", 200, "Received cmd: continue"],
  ])("a control as %s", async (_, status, body) => {
    const { url, fetch } = createBrokerDouble("R2", { "plans.continue": reply(status, body) });
    const { plans } = createBrokerClient({ url, fetch, service, revision: "R2" });
    expect(await plans.continue()).toMatchObject({ message: "Received cmd: continue", changed: true });
  });

  test.each([200, 202])("the deletion of a topic with %i", async (status) => {
    const message = "Topic orders is marked for deletion.";
    const { url, fetch } = createBrokerDouble("R3", { "topics.delete": reply(status, { message }) });
    const { topics } = createBrokerClient({ url, fetch, service, revision: "R3" });
    expect(await topics.delete({ topic: "orders" })).toEqual({ message });
  });

  test("a plan of blocks and one of steps", async () => {
    const step = { id: "s", name: "broker-0", message: "Broker-0 is COMPLETE" };
    const phase = { id: "p", name: "Reconciliation" };
    const blocks = {
      phases: [{ ...phase, status: "Complete", blocks: [{ ...step, status: "Complete", hasDecisionPoint: false }] }],
      errors: [],
      status: "Complete",
    };
    const steps = {
      phases: [{ ...phase, status: "COMPLETE", steps: [{ ...step, status: "COMPLETE" }] }],
      errors: [],
      status: "COMPLETE",
    };
    const r1 = createBrokerDouble("R1", { "plans.show": reply(200, blocks) });
    const r2 = createBrokerDouble("R2", { "plans.show": reply(200, steps) });
    const [one, other] = await Promise.all([
      createBrokerClient({ url: r1.url, fetch: r1.fetch, service, revision: "R1" }).plans.show(),
      createBrokerClient({ url: r2.url, fetch: r2.fetch, service, revision: "R2" }).plans.show(),
    ]);
    expect(one).toMatchObject(other);
  });

  test("JSON with the type of text, and unknown fields", async () => {
    const body = { partitions: [{ "3": { ...partition, added: true } }], added: 1 };
    const { url, fetch } = createBrokerDouble("R3", { "topics.describe": reply(200, JSON.stringify(body)) });
    const { topics } = createBrokerClient({ url, fetch, service, revision: "R3" });
    const description = await topics.describe({ topic: "orders" });
    expect(description).toEqual(body);
    expect(partitionsOf(description)[0]).toMatchObject({ partition: 3, added: true });
  });

  test("a node restarted with a bare 200", async () => {
    const { url, fetch } = createBrokerDouble("R3", { "pods.restart": reply(200) });
    const { pods } = createBrokerClient({ url, fetch, service, revision: "R3" });
    expect(await pods.restart({ node: 1 })).toEqual({ tasks: [] });
  });

  test("a connection without a virtual address, and with the coordinator under another name", async () => {
    const body = { address: ["198.18.0.1:9092"], dns: ["broker-0.invalid:9092"], zookeeper: "z:2181/kafka" };
    const { url, fetch } = createBrokerDouble("R1", { "connection.show": reply(200, body) });
    expect(await createBrokerClient({ url, fetch, service, revision: "R1" }).connection.show()).toEqual(body);
  });
});
