import { Agent, type ClientRequestArgs, request } from "node:http";
import { expect, test, vi } from "vitest";
import { type Reeve, startReeve } from "../src/index.ts";
import { ask, complete, until } from "./running.ts";

const brokers = { services: { kafka: { kind: "broker" as const, pace: 0 } } };

/** Sends requests over one connection in a loop; counts the outcomes. */
async function requestForever(reeve: Reeve, agent: Agent, counts: Map<string, number>): Promise<void> {
  const { port } = new URL(reeve.url);
  const headers = { authorization: `token=${reeve.token}` };
  for (let outcome = ""; outcome !== "refused"; ) {
    outcome = await outcomeOf({ agent, port, headers, path: "/service/kafka/v1/topics" });
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
}

function outcomeOf(asked: ClientRequestArgs): Promise<string> {
  return new Promise((resolve) => {
    const sent = request(asked, (answer) => {
      answer.resume();
      answer.once("error", () => resolve("broken off"));
      answer.once("end", () => resolve(String(answer.statusCode)));
    });
    // If a new connection fails, the service never accepted it, whatever the error is. If a used connection fails, the request was broken
    // off.
    sent.once("error", () => resolve(sent.reusedSocket ? "broken off" : "refused"));
    sent.end();
  });
}

test("a service that ends under load answers every request that has arrived", async () => {
  const reeve = await startReeve(brokers);
  using agent = disposable(new Agent({ keepAlive: true, maxSockets: 16 }));
  const counts = new Map<string, number>();
  const asking = Array.from({ length: 16 }, () => requestForever(reeve, agent, counts));
  await vi.waitFor(() => expect(counts.get("200")).toBeGreaterThan(100), 60_000);
  await reeve.close();
  await Promise.all(asking);
  expect([...counts.keys()].sort()).toEqual(["200", "refused"]);
});

test("a long request ends with the service, and its result is recorded", async () => {
  const reeve = await startReeve(brokers, { limits: { closeTimeout: 300 } });
  await until(reeve, "kafka", "deploy", complete);
  await ask(reeve, "POST /service/kafka/v1/topics/orders?partitions=3&replication=2");
  const long = ask({ ...reeve, fetch }, "PUT /service/kafka/v1/topics/orders?operation=producer-test&messages=50000000").catch(
    (error) => error,
  );
  const offsets = "GET /service/kafka/v1/topics/orders/offsets?time=last";
  await vi.waitFor(async () => expect((await ask(reeve, offsets)).text).toMatch(/:"?[1-9]/), 60_000);
  await reeve.close();
  expect(await long).toBeInstanceOf(TypeError);
  const { text } = await ask(reeve, "GET /reeve/v1/audit?limit=1");
  expect(JSON.parse(text)).toMatchObject({ what: "broker.topics.producerTest", result: "unsettled", status: 499 });
});

function disposable(agent: Agent): Agent & Disposable {
  return Object.assign(agent, { [Symbol.dispose]: () => agent.destroy() });
}
