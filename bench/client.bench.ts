import { token } from "@reeve/auth";
import { createBrokerClient } from "@reeve/broker-client";
import { createTransport, type Transport } from "@reeve/transport";
import { startAskedServer } from "./asked-server.ts";
import { byFetch, byKy, byKyAlike, times, warmUp } from "./asking.ts";
import type { Measure } from "./measure.ts";

const server = await startAskedServer();
const { url, small, large } = server;

const options = { url, credentials: token("token"), observe: () => undefined };
const transport = createTransport(options);
const broker = createBrokerClient({ transport, service: "kafka", revision: "R3" });

/** A transport that answers at once, so that only the client's own cost is measured. */
const answer = {
  ...{ status: 200, headers: new Headers(), text: "[]", body: [], requestId: "", attempts: 1 },
  ...{ excerpt: () => "[]", clean: (words: string) => words },
};
const instant: Transport = { url, send: async () => answer, close: async () => undefined };
const directBroker = createBrokerClient({ transport: instant, service: "kafka", revision: "R3" });

const listed = () => broker.topics.list();
const listedAtOnce = () => directBroker.topics.list();
const make = () => createBrokerClient({ transport, service: "kafka", revision: "R3" });
const described = () => broker.topics.describe({ topic: "orders" });
const bareKy = () => byKy(small);
const alikeKy = () => byKyAlike(small);

await warmUp(listed, bareKy, alikeKy);

export const measures: readonly Measure[] = [
  { name: "a small list, compared with plain ky", against: "ky(…).json()", subject: listed, floor: bareKy },
  { name: "a small list by a client", against: "ky configured alike", goal: 1.15, isFelt: true, subject: listed, floor: alikeKy },
  {
    name: "the client's own work, without the transport",
    against: "fetch + JSON.parse",
    subject: listedAtOnce,
    floor: () => byFetch(small),
  },
  {
    name: "a topic of 10000 partitions, checked",
    against: "fetch + JSON.parse",
    // Decoding alone may take 1.4 times as long as parsing (contract.bench.ts).
    goal: 1.5,
    subject: described,
    floor: () => byFetch(large),
  },
  {
    name: "64 concurrent requests for a small list",
    against: "ky configured alike",
    subject: times(64, listed),
    floor: times(64, alikeKy),
  },
  {
    name: "creating a client",
    against: "fetch + JSON.parse",
    subject: make,
    floor: () => byFetch(small),
  },
];

export function close(): void {
  server.close();
}
