import { Admin, Connection, createTopicsV7, deleteTopicsV6, describeTopicPartitionsV0 } from "@platformatic/kafka";
import { kafkaSoftware } from "@reeve/engine-kafka/software";
import { needsEngine } from "./engines.ts";
import { type BrokerProgram, megabytesOf, startBrokerService, startScript } from "./kafka-process.ts";
import type { Measure, Sampled } from "./measure.ts";
import type { ServiceProgram } from "./service-program.ts";
import { type ClusterWork, clusterMeasures, seconds } from "./whole-cluster.ts";

const needs = needsEngine(kafkaSoftware);

const works: readonly ClusterWork<BrokerProgram>[] = [
  {
    name: "from `up` to a complete plan: a controller and 3 brokers of Kafka",
    against: "a script without Reeve, with the same processes, order and checks",
    goal: 1.2,
    isFelt: true,
    unit: "s",
    rounds: 3,
    work: (_, started) => started,
  },
  {
    name: "a rollout over 3 brokers of Kafka",
    against: "the sum of the rollout's parts, in a script without Reeve",
    goal: 1.2,
    isFelt: true,
    unit: "s",
    rounds: 3,
    work: ({ roll }) => seconds(roll),
  },
  {
    name: "memory of the service with a cluster of 3",
    against: "of the script with the same",
    unit: "MB",
    rounds: 1,
    work: megabytesOf,
  },
];

const GOAL = 1.3;
const CALLS = 20;
const WARM_UP = 1;

/**
 * The promise: an endpoint takes at most 1.3 times as long as the broker's call, plus one round trip (a request that the service answers
 * without a broker). A ratio of 1.3 expresses exactly this promise, because the floor is the broker's call plus round trip / 1.3.
 */
function endpoint(name: string, ask: (api: Api) => Promise<unknown>, direct: (brokers: Brokers) => Promise<unknown>, goal = GOAL): Sampled {
  let warm = false;
  return {
    name: `topics ${name}`,
    against: `the Kafka client's own call, plus the service's round trip / ${GOAL}`,
    goal,
    unit: "ms",
    rounds: 15,
    sample: async () => {
      const [api, brokers] = await prepared();
      const works = [() => ask(api), () => direct(brokers), () => api("GET", "/plans")] as const;
      // The first requests are not measured, because real brokers and services run for months.
      if (!warm) for (let spent = 0; spent < WARM_UP; ) for (const work of works) spent += await seconds(work);
      warm = true;
      const [subject = 0, call = 0, roundTrip = 0] = await oneByOne(works);
      return { subject: subject * 1000, floor: (call + roundTrip / GOAL) * 1000 };
    },
  };
}

/**
 * Returns the mean time of each call in seconds. The calls alternate, so that each server is idle between its calls. Brokers that are never
 * idle would answer faster than in reality.
 */
async function oneByOne(works: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
  const spent = works.map(() => 0);
  for (let call = 0; call < CALLS; call++) {
    for (const [index, work] of works.entries()) spent[index] = (spent[index] ?? 0) + (await seconds(work)) / CALLS;
  }
  return spent;
}

type Api = (method: string, path: string) => Promise<string>;
interface Brokers {
  readonly admin: Admin;
  readonly connection: Connection;
}

let service: ServiceProgram | undefined;
let preparing: Promise<readonly [Api, Brokers]> | undefined;
function prepared(): Promise<readonly [Api, Brokers]> {
  preparing ??= prepare();
  return preparing;
}

async function prepare(): Promise<readonly [Api, Brokers]> {
  service = await startBrokerService();
  const { send } = service;
  const api: Api = (method, path) => send(method, `/service/kafka/v1${path}`);
  await api("POST", "/topics/orders?partitions=12&replication=3");
  const info = JSON.parse(await api("GET", "/pod/broker-0/info"));
  const port = info[0].info.resources.find((each: { name: string }) => each.name === "ports").ranges.range[0].begin;
  const connection = new Connection("bench");
  await connection.connect("127.0.0.1", port);
  const admin = new Admin({ clientId: "bench", bootstrapBrokers: [`127.0.0.1:${port}`] });
  return [api, { admin, connection }];
}

let made = 0;
const spec = (name: string) => ({ name, numPartitions: 3, replicationFactor: 3, assignments: [], configs: [] });
const partitions = Array.from({ length: 12 }, (_, partitionIndex) => ({ partitionIndex, timestamp: -1n }));

export const measures: readonly Measure[] = [
  ...clusterMeasures<BrokerProgram>(works, { service: startBrokerService, script: () => startScript() }),
  endpoint(
    "list",
    (api) => api("GET", "/topics"),
    ({ admin }) => admin.listTopics({ includeInternals: true }),
  ),
  endpoint(
    "describe, 12 partitions",
    (api) => api("GET", "/topics/orders"),
    ({ connection }) => describeTopicPartitionsV0.api.async(connection, [{ name: "orders" }], 2000),
  ),
  endpoint(
    "offsets, 12 partitions",
    (api) => api("GET", "/topics/orders/offsets"),
    ({ admin }) => admin.listOffsets({ topics: [{ name: "orders", partitions }] }),
  ),
  endpoint(
    "under-replicated",
    (api) => api("GET", "/topics/under_replicated_partitions"),
    ({ connection }) => describeTopicPartitionsV0.api.async(connection, [], 2000),
  ),
  endpoint(
    "create and delete",
    async (api) => {
      await api("POST", `/topics/by-us-${++made}?partitions=3&replication=3`);
      await api("DELETE", `/topics/by-us-${made}`);
    },
    async ({ connection }) => {
      await createTopicsV7.api.async(connection, [spec(`direct-${++made}`)], 10_000, false);
      await deleteTopicsV6.api.async(connection, [{ name: `direct-${made}` }], 10_000);
    },
    // The service answers when all brokers know of the change. The brokers' own answers come before.
    1.5,
  ),
].map((measured) => ({ ...measured, needs }));

export async function close(): Promise<void> {
  const [, brokers] = (await preparing) ?? [];
  await brokers?.admin.close();
  await brokers?.connection.close();
  await service?.end();
}
