import type { Partition, ReportedPartition } from "@reeve/broker-models";
import { aloneNote, leastInSync } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import { type BrokerAdministration, suggestionFor, type TopicWishes } from "@reeve/orchestrator/engine";
import { BROKER_TIMEOUT, type Brokers } from "../cluster/ask-brokers.ts";
import {
  allPartitionsOn,
  inSyncOf,
  isKnownOn,
  isUnderReplicated,
  type KnownPartition,
  MIN_IN_SYNC,
  partitionsOn,
} from "../cluster/partitions.ts";
import { DELETION_DISABLED, UNKNOWN_TOPIC } from "../wire/error-codes.ts";
import { askLink } from "../wire/link.ts";
import { brokerRefusal } from "./refusals.ts";

/** The version of the partition state's format: 1 in all releases of Kafka with ZooKeeper; later ones report none. */
const VERSION = 1;

interface TopicsOptions {
  readonly brokers: Brokers;
  /** Returns how many times the controllers have elected a leader. */
  controllerEpoch(): Promise<number>;
  /** Whether the definition sets min.insync.replicas. */
  isInSyncGiven(): boolean;
}

type TopicAdministration = Pick<
  BrokerAdministration,
  "topics" | "describe" | "alone" | "create" | "createWith" | "alter" | "delete" | "underReplicated" | "unavailable"
>;

export type Topics = ReturnType<typeof administerTopics>;

/** Creates, changes, deletes and describes topics through the brokers. */
export function administerTopics({ brokers, controllerEpoch, isInSyncGiven }: TopicsOptions) {
  async function names(): Promise<readonly string[]> {
    const { topics } = await brokers.read((link) => askLink(link, (kafka) => kafka.metadataV12, [null, false, false]));
    return topics.flatMap(({ name }) => name ?? []).sort();
  }

  async function partitions(topic: string): Promise<readonly KnownPartition[]> {
    const matches = await brokers.read((link) => partitionsOn(link, [topic]));
    if (matches) return matches;
    throw new ReeveError("not-found", `there is no topic ${topic}${suggestionFor(topic, await names())}`);
  }

  function seen(topic: string, isSeen: (partitions: readonly KnownPartition[] | undefined) => boolean) {
    return brokers.seen(async (link) => isSeen(await partitionsOn(link, [topic])));
  }

  /** Creates a topic. The controllers know the defaults that apply, so they are first asked what they would create. */
  async function create(topic: string, { partitions: count = -1, replication = -1, set = {} }: TopicWishes) {
    const own = Object.entries(set).map(([name, value]) => ({ name, value }));
    const isComplete = count > 0 && replication > 0;
    const [planned] = isComplete ? [] : await send({ partitions: count, replication }, own, true);
    const has = { partitions: planned?.numPartitions ?? count, replication: planned?.replicationFactor ?? replication };
    const isGiven = isInSyncGiven() || MIN_IN_SYNC in set;
    const inSync = isGiven ? [] : [{ name: MIN_IN_SYNC, value: String(leastInSync(has.replication)) }];
    await send(has, [...own, ...inSync], false);
    await seen(topic, (there) => there?.length === has.partitions && there.every(({ leader }) => leader >= 0));
    return has;

    async function send(has: { readonly partitions: number; readonly replication: number }, configs: typeof own, isTrial: boolean) {
      const request = { name: topic, numPartitions: has.partitions, replicationFactor: has.replication, assignments: [], configs };
      const { topics } = await brokers.change((kafka) => kafka.createTopicsV7, [[request], BROKER_TIMEOUT, isTrial]);
      expectDone(topics, `topic ${topic} cannot be created`);
      return topics;
    }
  }

  const administration: TopicAdministration = {
    topics: names,
    async describe(topic) {
      const [matches, epoch] = await Promise.all([partitions(topic), controllerEpoch()]);
      return matches.map((partition) => described(partition, epoch));
    },
    async alone(topic) {
      const [matches, inSync] = await Promise.all([
        partitions(topic),
        brokers.read(async (link) => (await inSyncOf(link, [{ topic }])).get(topic)),
      ]);
      return inSync === undefined ? undefined : aloneNote(leastCopies(matches), inSync);
    },
    async create(topic, partitions, replication) {
      await create(topic, { partitions, replication });
    },
    createWith: create,
    async alter(topic, count) {
      const request = { name: topic, count };
      const { results } = await brokers.change((kafka) => kafka.createPartitionsV3, [[request], BROKER_TIMEOUT, false]);
      if (isUnknown(results)) await partitions(topic);
      expectDone(results, `the partitions of ${topic} cannot be set to ${count}`);
      await seen(topic, (there) => there === undefined || there.length >= count);
    },
    async delete(topic) {
      const { responses } = await brokers.change((kafka) => kafka.deleteTopicsV6, [[{ name: topic }], BROKER_TIMEOUT]);
      if (isUnknown(responses)) await partitions(topic);
      if (responses.some(({ errorCode }) => errorCode === DELETION_DISABLED)) {
        await partitions(topic);
        return "kept";
      }
      expectDone(responses, `topic ${topic} cannot be deleted`);
      await brokers.seen(async (link) => !(await isKnownOn(link, topic)));
      return "deleted";
    },
    underReplicated: async () => (await brokers.read(allPartitionsOn)).filter(isUnderReplicated).map(reported),
    unavailable: async () => (await brokers.read(allPartitionsOn)).filter(({ leader }) => leader < 0).map(reported),
  };
  return { administration, partitions };
}

function leastCopies(partitions: readonly KnownPartition[]): number {
  return Math.min(...partitions.map(({ replicas }) => replicas.length));
}

interface Done {
  readonly errorCode: number;
  readonly errorMessage?: string | null | undefined;
}

function isUnknown(answers: readonly Done[]): boolean {
  return answers.some(({ errorCode }) => errorCode === UNKNOWN_TOPIC);
}

/** Refuses an answer in which a broker refuses something. */
export function expectDone(answers: readonly Done[], doing: string): void {
  const refused = answers.find(({ errorCode }) => errorCode !== 0);
  if (refused) throw brokerRefusal(refused.errorCode, refused.errorMessage ?? "", doing);
}

function described({ isr, leader, leaderEpoch }: KnownPartition, controllerEpoch: number): Partition {
  return { controller_epoch: controllerEpoch, isr, leader, leader_epoch: leaderEpoch, version: VERSION };
}

function reported({ topic, number, leader, replicas, isr }: KnownPartition): ReportedPartition {
  return { topic, partition: number, leader: leader < 0 ? undefined : leader, replicas, isr };
}
