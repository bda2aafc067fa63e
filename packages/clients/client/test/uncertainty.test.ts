import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { brokerApi } from "@reeve/broker-models";
import { failureOf } from "@reeve/testing/failure-of";
import { expect, test } from "vitest";
import { createClient } from "../src/client.ts";

/** Starts a server on this machine that passes every request to the listener. */
async function startServer(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const answering = (status: number, body: string) =>
  startServer((_, response) => response.writeHead(status, { "content-type": "application/json" }).end(body));

test("a change whose connection is cut names the read that shows whether it was done, with what it was asked for", async () => {
  await using server = await startServer((request) => request.socket.destroy());
  const broker = createClient(brokerApi, { ...server, service: "kafka", revision: "R2" });
  const created = await failureOf(broker.topics.create({ topic: "orders", partitions: 1, replication: 1 }));
  expect(created).toMatchObject({ code: "unreachable", mayHaveBeenDone: true });
  expect(created.message).toMatch(/; the change may have been made: check with topics\.describe before you continue$/);
  expect(created.context.verification).toEqual({
    api: "broker",
    operation: "topics.describe",
    input: { topic: "orders" },
  });
  const continued = await failureOf(broker.plans.continue());
  expect(continued.context.verification).toEqual({ api: "broker", operation: "plans.show", input: { plan: "deploy" } });
  expect((await failureOf(broker.topics.list())).mayHaveBeenDone).toBe(false);
});

test.each([
  ["a tool that failed", '{"message":"Error while executing topic command: timeout"}', "server-failure", true],
  ["an answer in an unknown format", '{"words":1}', "unexpected-response", true],
  ["that it exists already", '{"message":"Error: Topic orders already exists"}', "conflict", false],
])("an answer of success with %s", async (_, body, code, mayHaveBeenDone) => {
  await using server = await answering(200, body);
  const broker = createClient(brokerApi, { ...server, service: "kafka", revision: "R3" });
  const error = await failureOf(broker.topics.create({ topic: "orders", partitions: 1, replication: 1 }));
  expect([error.code, error.mayHaveBeenDone]).toEqual([code, mayHaveBeenDone]);
  expect(error.message.includes("check with topics.describe")).toBe(mayHaveBeenDone);
});
