import { token } from "@reeve/auth";
import { brokerApi } from "@reeve/broker-models";
import { failureOf } from "@reeve/testing/failure-of";
import { createTransport } from "@reeve/transport";
import { describe, expect, test, vi } from "vitest";
import { cluster } from "../test/cluster.ts";
import { createClient } from "./client.ts";
import { callOperation, closeClient, describeClient, revisionOf } from "./description.ts";

const service = "kafka";
const topics = ["orders", "payments"];

describe("a client", () => {
  test("has exactly the operations of its revision", () => {
    const of = (revision: "R1" | "R2" | "R3") => createClient(brokerApi, { url: "https://cluster.example", service, revision });
    expect(Object.keys(of("R2"))).toEqual([
      "connection",
      "brokers",
      "topics",
      "partitions",
      "groups",
      "configurations",
      "plans",
      "nodes",
      "rollingRestart",
    ]);
    expect(Object.keys(of("R2").plans)).toEqual(["show", "all", "inspect", "continue", "interrupt"]);
    expect(Object.keys(of("R3"))).toEqual(["topics", "partitions", "groups", "configurations", "plans", "pods", "nodes", "rollingRestart"]);
  });

  test("without a revision has all of them", () => {
    const client = createClient(brokerApi, { url: "https://cluster.example", service });
    expect(Object.keys(client)).toEqual([
      "connection",
      "brokers",
      "topics",
      "partitions",
      "groups",
      "configurations",
      "plans",
      "pods",
      "nodes",
      "rollingRestart",
    ]);
  });

  test("cannot be changed, and does not list its description", () => {
    const client = createClient(brokerApi, { url: "https://cluster.example", service, revision: "R3" });
    expect(Object.isFrozen(client) && Object.isFrozen(client.topics)).toBe(true);
    expect(JSON.stringify(client)).not.toContain("cluster");
    expect(Reflect.ownKeys(client)).toHaveLength(9);
    expect(Object.keys(client)).toHaveLength(8);
  });

  test("has methods that know their operation and their name", () => {
    const { topics } = createClient(brokerApi, { url: "https://cluster.example", service, revision: "R3" });
    expect(topics.create.operation).toBe(brokerApi.operations.topics.create);
    expect(topics.create.name).toBe("topics.create");
  });

  test("sends the request of the call, and returns the value", async () => {
    const { url, fetch, asked } = cluster(() => [200, { message: "Created topic" }]);
    const client = createClient(brokerApi, { url, fetch, service, revision: "R2" });
    const result = await client.topics.create({ topic: "orders", partitions: 12, replication: 3 });
    expect(result).toEqual({ message: "Created topic" });
    expect(asked).toEqual(["POST /topics?name=orders&partitions=12&replication=3"]);
  });

  test("gives what the server sent, and the value on demand", async () => {
    const { url, fetch } = cluster(() => [200, [1, "2"]]);
    const client = createClient(brokerApi, { url, fetch, service, revision: "R2" });
    const answer = await client.brokers.list.raw();
    expect(answer).toMatchObject({ status: 200, body: [1, "2"], text: '[1,"2"]', attempts: 1, revision: "R2" });
    expect(answer.headers.get("content-type")).toBe("application/json");
    expect(answer.read()).toEqual({ brokers: ["1", "2"] });
  });

  test("sends nothing when the input is wrong, and says what is wrong with it", async () => {
    const { url, fetch, asked } = cluster(() => [200, null]);
    const client = createClient(brokerApi, { url, fetch, service });
    const error = await failureOf(client.topics.create({ topic: "..", partitions: 0, replication: 3 }));
    expect(error).toMatchObject({ code: "bad-input", context: { operation: "topics.create" } });
    expect(error.message).toContain("partitions: expected an integer from 1 to 1000000, received 0");
    expect(asked).toEqual([]);
  });

  test("heeds the caller's signal and limit of time", async () => {
    const { url, fetch, asked } = cluster(() => new Promise(() => undefined));
    const client = createClient(brokerApi, { url, fetch, service, revision: "R3", retries: 0 });
    expect(await failureOf(client.topics.list({}, { timeout: 5 }))).toMatchObject({ code: "timed-out" });
    const controller = new AbortController();
    const listed = failureOf(client.topics.list({}, { signal: controller.signal }));
    await vi.waitFor(() => expect(asked).toHaveLength(2), 20_000);
    controller.abort();
    expect(await listed).toMatchObject({ code: "cancelled" });
    const late = failureOf(client.topics.list({}, { signal: AbortSignal.abort() }));
    expect(await late).toMatchObject({ code: "cancelled" });
    expect(asked).toHaveLength(2);
  });
});

describe("plain JavaScript gets an error that says what is wrong with", () => {
  const url = "https://cluster.example";
  const make = (options: unknown) => createClient(brokerApi, options as { url: string; service: string });

  test.each<[string, unknown, string]>([
    ["no options", undefined, "expected the options of a client: { url, service, … }"],
    ["no URL", { service }, "url: expected the address of the cluster, such as https://cluster.example"],
    ["a URL of another kind", { service, url: new URL(url) }, "url: expected the address of the cluster"],
    ["an invalid token", { service, url, token: 42 }, "the token is not text"],
    ["a token as credentials", { service, url, credentials: "abc" }, "credentials: expected a source of tokens"],
    ["an invalid fetch", { service, url, fetch: "fetch" }, "fetch: expected a function"],
    ["an invalid transport", { service, transport: url }, "transport: expected a transport that createTransport has made"],
    ["an unknown revision", { service, url, revision: 3n }, "revision: expected R1 or R2 or R3"],
  ])("%s", (_, options, sentence) => {
    expect(() => make(options)).toThrow(sentence);
    expect(() => make(options)).toThrow(expect.objectContaining({ name: "ReeveError" }));
  });

  test.each<[string, unknown, string]>([
    ["no options", null, "topics.list: expected the options of a call: { signal, timeout, totalTimeout }"],
    ["a controller in place of its signal", { signal: new AbortController() }, "topics.list: signal: expected an AbortSignal"],
  ])("%s of a call", async (_, options, sentence) => {
    const { url, fetch, asked } = cluster(() => [200, topics]);
    for (const revision of ["R3", undefined] as const) {
      const client = createClient(brokerApi, { url, fetch, service, revision });
      const error = await failureOf(client.topics.list({}, options as object));
      expect([error.code, error.message]).toEqual(["bad-input", sentence]);
    }
    expect(asked).toEqual([]);
  });

  test("an operation without a name, and a value that is not a client", async () => {
    const client = createClient(brokerApi, { url, service, revision: "R3" });
    expect((await failureOf(callOperation(client, 1n as never))).message).toBe('broker has no operation "1"');
    expect(() => describeClient(null as never)).toThrow("expected a client");
  });
});

describe("an unexpected answer", () => {
  const asking = (status: number, body: unknown) => {
    const { url, fetch } = cluster(() => [status, body]);
    return createClient(brokerApi, { url, fetch, service, revision: "R3", token: "t0ken-canary" });
  };

  test("is an error that says where, in which operation, and what came", async () => {
    const partition = { controller_epoch: 1, isr: [1], leader: "x", leader_epoch: 0, version: 1 };
    const client = asking(200, { partitions: [{ "0": partition }] });
    const error = await failureOf(client.topics.describe({ topic: "orders" }));
    expect(error).toMatchObject({
      code: "unexpected-response",
      context: {
        operation: "topics.describe",
        revision: "R3",
        method: "GET",
        path: "/service/kafka/v1/topics/orders",
        status: 200,
        attempts: 1,
      },
    });
    expect(error.message).toContain('partitions[0]["0"].leader: expected an integer, received "x"');
    expect(error.context.excerpt).toContain('{"partitions":[{"0":');
  });

  test("is passed to onAnswer, even if it cannot be decoded", async () => {
    const { url, fetch } = cluster(() => [200, { strange: true }]);
    const heard: unknown[] = [];
    const onAnswer = (operation: string, { body }: { readonly body: unknown }) => heard.push([operation, body]);
    const client = createClient(brokerApi, { url, fetch, service, revision: "R3", onAnswer });
    await failureOf(client.topics.list());
    expect(heard).toEqual([["topics.list", { strange: true }]]);
  });

  test("is not affected by an onAnswer that throws", async () => {
    const { url, fetch } = cluster(() => [200, { message: "Created topic" }]);
    const deaf = () => {
      throw new Error("deaf");
    };
    const input = { topic: "orders", partitions: 1, replication: 1 };
    for (const onAnswer of [deaf, async () => deaf()]) {
      const client = createClient(brokerApi, { url, fetch, service, revision: "R3", onAnswer });
      expect(await client.topics.create(input)).toEqual({ message: "Created topic" });
    }
  });

  test("can still be had as it came", async () => {
    const answer = await asking(200, { strange: true }).topics.list.raw();
    expect(answer.body).toEqual({ strange: true });
    expect(() => answer.read()).toThrow("the answer to topics.list does not match R3");
  });

  test("is a failure where one hides in success", async () => {
    const client = asking(200, { message: "Output:  Error: Topic orders already exists." });
    const error = await failureOf(client.topics.create({ topic: "orders", partitions: 1, replication: 1 }));
    expect(error).toMatchObject({ code: "conflict", context: { operation: "topics.create", status: 200 } });
    expect(error.message).toContain("already exists");
  });

  test("is a failure where the operation is unknown to the server, and where a broker is", async () => {
    const alter = asking(200, { Error: "Unrecognized operation: partitions" });
    expect(await failureOf(alter.topics.alter({ topic: "orders", partitions: 3 }))).toMatchObject({
      code: "bad-input",
    });
    const { url, fetch } = cluster(() => [200, [null]]);
    const { brokers } = createClient(brokerApi, { url, fetch, service, revision: "R2" });
    expect(await failureOf(brokers.restart({ broker: 9 }))).toMatchObject({ code: "not-found" });
  });

  test.each([
    ["its own", { token: "t0ken-canary" }],
    ["a shared", undefined],
  ])("never shows the token of %s transport, even if the server repeats it", async (_, own) => {
    for (const body of [{ message: "Error: t0ken-canary is bad" }, { partitions: "t0ken-canary" }, ["t0ken-canary"]]) {
      const { url, fetch } = cluster(() => [200, body]);
      const transport = createTransport({ url, fetch, credentials: token("t0ken-canary") });
      const reach = own ? { url, fetch, ...own } : { transport };
      const client = createClient(brokerApi, { ...reach, service, revision: "R3" });
      const error = await failureOf(client.topics.describe({ topic: "orders" }));
      expect(error.message).toContain("topics.describe");
      expect(JSON.stringify(error) + error.message + error.stack).not.toContain("t0ken-canary");
    }
  });
});

describe("an operation that the revision does not have", () => {
  test("says which revisions have it, and what to use instead", async () => {
    const { url, fetch, asked } = cluster(() => [200, topics]);
    const r3 = createClient(brokerApi, { url, fetch, service, revision: "R3" });
    const error = await failureOf(callOperation(r3, "brokers.restart", { broker: 1 }));
    expect(error).toMatchObject({ code: "not-in-revision", context: { operation: "brokers.restart", revision: "R3" } });
    expect(error.message).toBe("brokers.restart exists in R1 and R2 only; this client speaks R3; use pods.restart instead");
    const r2 = createClient(brokerApi, { url, fetch, service, revision: "R2" });
    expect((await failureOf(callOperation(r2, "plans.active"))).message).toBe(
      "plans.active exists in R1 only; this client speaks R2; use plans.show instead",
    );
    expect(asked).toEqual([]);
  });

  test("is reported with the server's revision where that was found", async () => {
    const { url, fetch } = cluster((line) => (/^GET \/(topics|plans)$/.test(line) ? [200, topics] : [404]));
    const client = createClient(brokerApi, { url, fetch, service });
    expect((await failureOf(client.brokers.list())).message).toContain("this server is R3");
  });

  test("is also reported where the revision has the operation but not one of its values", async () => {
    const client = createClient(brokerApi, { url: "https://cluster.example", service, revision: "R2" });
    expect(await failureOf(client.plans.show({ plan: "recovery" }))).toMatchObject({
      code: "not-in-revision",
      context: { operation: "plans.show", revision: "R2" },
    });
  });
});

describe("by name", () => {
  test("an operation is called as by its method", async () => {
    const { url, fetch } = cluster(() => [200, topics]);
    const client = createClient(brokerApi, { url, fetch, service, revision: "R3" });
    const answer = await callOperation(client, "topics.list");
    expect(answer.read()).toEqual(topics);
  });

  test("one that is not there is refused", async () => {
    const client = createClient(brokerApi, { url: "https://cluster.example", service, revision: "R3" });
    expect(await failureOf(callOperation(client, "topics.crate"))).toMatchObject({
      code: "bad-input",
      message: 'broker has no operation "topics.crate"',
    });
  });
});

describe("the description of a client", () => {
  test("is available through describeClient", async () => {
    const client = createClient(brokerApi, { url: "https://cluster.example/", service, revision: "R3" });
    const description = describeClient(client);
    expect(description).toMatchObject({
      api: brokerApi,
      service: "kafka",
      transport: { url: "https://cluster.example" },
    });
    expect(description.knownRevision()).toBe("R3");
    expect(await revisionOf(client)).toBe("R3");
    await closeClient(client);
    expect(() => describeClient({})).toThrow("expected a client");
  });

  test("several can share a transport, which then is not theirs to end", async () => {
    const { url, fetch, asked } = cluster(() => [200, topics]);
    const transport = createTransport({ url, fetch });
    let closed = 0;
    const counted = { ...transport, close: async () => void closed++ };
    const one = createClient(brokerApi, { transport: counted, service: "one", revision: "R3" });
    const other = createClient(brokerApi, { transport: counted, service: "other", revision: "R2" });
    expect([await one.topics.list(), await other.topics.list()]).toEqual([topics, topics]);
    expect(asked).toHaveLength(2);
    await closeClient(one);
    expect(closed).toBe(0);
  });

  const refused: [object, string][] = [
    [{ url: "https://cluster.example" }, "service: expected the name of the service instance"],
    [{ url: "https://cluster.example", service: "" }, "service: expected the name of the service instance"],
    [{ url: "cluster", service }, "url:"],
    [{ url: "https://cluster.example", service, revision: "R4" }, 'revision: expected R1 or R2 or R3, received "R4"'],
    [{ url: "https://cluster.example", service, token: "a", credentials: {} }, "token: credentials were given, too"],
    [{ transport: createTransport({ url: "https://x" }), url: "https://y", service }, "url: cannot be given together with transport"],
  ];
  test.each(refused)("is refused where %j", (options, message) => {
    expect(() => createClient(brokerApi, options as never)).toThrow(message);
  });
});
