import { brokerApi } from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import { failureOf } from "@reeve/testing/failure-of";
import { describe, expect, test } from "vitest";
import { createClient } from "./client.ts";
import type { ClientOptions } from "./options.ts";
import { createDouble, reply } from "./testing/index.ts";

describe("the message of an error", () => {
  const { url, fetch } = createDouble(brokerApi, "R3", {
    "topics.delete": ({ topic }) => {
      throw new ReeveError("not-found", `no topic ${topic}`);
    },
  });
  const extras = (client: object) => {
    const { topics } = client as { topics: { delete: (input: object) => Promise<unknown> } };
    return { topics: { deleteAndWait: (input: object) => topics.delete(input) } };
  };
  const clientOf = (options: Partial<ClientOptions<"R3">> = {}) =>
    createClient(brokerApi, { url, fetch, service: "kafka", revision: "R3", ...options } as ClientOptions<"R3">, {
      extras,
    });

  test("names the operation, whether the server or the client has refused the call", async () => {
    const { topics } = clientOf();
    const error = await failureOf(topics.delete({ topic: "a" }));
    expect(error.message).toBe("topics.delete: no topic a (404)");
    expect(error.stack).toMatch(/^ReeveError: topics\.delete: no topic a \(404\)\n +at /);
    expect(error).toMatchObject({ code: "not-found", context: { operation: "topics.delete", status: 404 } });
    expect((await failureOf(topics.delete({ topic: "a b" }))).message).toMatch(/^topics\.delete: topic: expected/);
    expect((await failureOf(topics.delete.raw({ topic: "a" }))).message).toBe("topics.delete: no topic a (404)");
  });

  test("names the operation that has failed, if a method calls others", async () => {
    const topics = clientOf().topics as unknown as ReturnType<typeof extras>["topics"];
    expect((await failureOf(topics.deleteAndWait({ topic: "a" }))).message).toBe("topics.delete: no topic a (404)");
  });

  test("does not name an operation twice, and none for programs that name it themselves", async () => {
    const double = createDouble(brokerApi, "R3", { "topics.list": reply(200, {}) });
    const odd = clientOf({ fetch: double.fetch });
    expect((await failureOf(odd.topics.list())).message).toMatch(/^the answer to topics\.list does not match/);
    const plain = clientOf({ namesOperations: false });
    expect((await failureOf(plain.topics.delete({ topic: "a" }))).message).toBe("no topic a (404)");
    const topics = plain.topics as unknown as ReturnType<typeof extras>["topics"];
    expect((await failureOf(topics.deleteAndWait({ topic: "a" }))).message).toBe("no topic a (404)");
  });
});
