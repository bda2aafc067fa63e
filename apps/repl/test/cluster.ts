/** Runs a test cluster in a process of its own: a message broker of revision R3, which the test can make fail. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createBrokerDouble, reply } from "@reeve/broker-client/testing";

const hostile = "evil\u001b[2J\u001b]0;owned\u0007\n\u202etxet";
const topics = new Map([
  ["orders", 3],
  ["payments", 12],
  [hostile, 1],
  ["long-".repeat(45), 1],
]);
/** The progress of the rollout. Until a test starts a rollout, it counts as complete. */
let steps = 100;
/** Whether each read of the plan advances the rollout. Otherwise its first node is starting until the test lets it continue. */
let advances = false;

const describe = (name: string) => {
  const partitions = topics.get(name);
  if (partitions === undefined) return reply(404, { message: `unknown topic ${name}` });
  return {
    partitions: Array.from({ length: partitions }, (_, number) => ({
      [number]: {
        leader: number % 3,
        isr: [number % 3, (number + 1) % 3],
        leader_epoch: 0,
        controller_epoch: 1,
        version: 0,
      },
    })),
  };
};

const plan = (name: string) => {
  const done = Math.min(3, Math.floor(steps / 2));
  if (advances) steps++;
  const step = (number: number) => ({
    id: `s${number}`,
    name: `broker-${number}`,
    status: name === "recovery" || number < done ? "COMPLETE" : number === done ? "STARTING" : "PENDING",
    message: number === done ? "waiting for the port" : "",
  });
  const status = name === "recovery" || done === 3 ? "COMPLETE" : "IN_PROGRESS";
  return { phases: [{ id: "p", name: "Deploy", status, steps: [0, 1, 2].map(step) }], errors: [], status };
};

const double = createBrokerDouble("R3", {
  "topics.list": () => [...topics.keys()],
  "topics.describe": ({ topic }) => describe(topic),
  "topics.create": ({ topic, partitions }) => {
    if (topics.has(topic)) return reply(409, { message: `Topic ${topic} already exists.` });
    topics.set(topic, partitions);
    return { message: `Created topic "${topic}".` };
  },
  "topics.delete": ({ topic }) => {
    topics.delete(topic);
    return { message: `Topic ${topic} is marked for deletion.` };
  },
  "topics.offsets": () => [{ "0": "7" }],
  "topics.unavailable": async () => {
    await new Promise(() => undefined);
    return { message: "" };
  },
  "pods.list": ["broker-0", "broker-1", "broker-2"],
  "plans.list": ["deploy", "recovery"],
  "plans.show": ({ plan: name }) => plan(name),
  "configurations.list": ["1915bcad-1235-400f-8406-4ac7555a7d34"],
});

/** The time until which the server cuts every connection. */
let downUntil = 0;
const server = createServer(async (incoming, outgoing) => {
  if (incoming.url?.startsWith("/test/down/")) {
    downUntil = Date.now() + Number(incoming.url.slice("/test/down/".length));
    outgoing.end();
    return;
  }
  if (incoming.url === "/test/rollout") {
    steps = 0;
    advances = false;
    outgoing.end();
    return;
  }
  if (incoming.url === "/test/rollout/continue") {
    advances = true;
    outgoing.end();
    return;
  }
  if (incoming.url === "/test/rollout/end") {
    steps = 100;
    outgoing.end();
    return;
  }
  if (Date.now() < downUntil) return void incoming.socket.destroy();
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (value !== undefined) headers.set(name, String(value));
  const answer = await double.fetch(double.url + incoming.url, { method: incoming.method ?? "GET", headers });
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  outgoing.end(Buffer.from(await answer.arrayBuffer()));
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("disconnect", () => process.exit());
