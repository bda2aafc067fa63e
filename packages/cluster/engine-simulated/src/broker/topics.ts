import type { Partition } from "@reeve/broker-models";
import { aloneNote, checkTopicSettings, topicSettingsOf } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import { type BrokerAdministration, type SettingsChange, suggestionFor, type TopicWishes } from "@reeve/orchestrator/engine";
import type { BrokerParts } from "./broker-engine.ts";
import type { Topic, TopicValues } from "./ledger.ts";
import { emptyLog, offsetAt } from "./log.ts";
import { inOrder, type PartitionEntry, reported } from "./partition.ts";

/** The maximum number of partitions of a cluster, so that a single request cannot use up the memory. */
const MAX_PARTITIONS = 200_000;

/** The format version of a partition's state, which is always 1 in Kafka. */
const VERSION = 1;

type Topics = Omit<BrokerAdministration, "producerTest" | "layout" | "groups" | "missing" | "connection">;

interface TopicsState extends BrokerParts {
  readonly descriptions: WeakMap<Topic, { readonly version: number; readonly partitions: readonly Partition[] }>;
}

/** Creates, changes, deletes and describes topics. It refuses the same requests as Kafka's own tools. */
export function administerSimulatedTopics(parts: BrokerParts): Topics & { readonly topic: (name: string) => Topic } {
  const state: TopicsState = { ...parts, descriptions: new WeakMap() };
  const { ledger, settings, definition } = state;
  return {
    topic: (name) => topic(state, name),
    topics: async () => ledger.topicNames(),
    describe: async (name) => description(state, topic(state, name)),
    async alone(name) {
      const [first] = topic(state, name).partitions;
      return first && aloneNote(first.replicas.length, settings().minInSync(first));
    },
    async create(name, partitions, replication) {
      await create(state, name, { partitions, replication });
    },
    createWith: (name, wishes) => create(state, name, wishes),
    settings: async (name) => topicSettingsOf(ownSettings(state, topic(state, name)), definition().engineConfiguration, settings().usual),
    configure: async (name, change) => configure(state, topic(state, name), change),
    alter: (name, partitions) => alter(state, name, partitions),
    async delete(name) {
      const removed = topic(state, name);
      if (!settings().deleteTopics) return "kept";
      ledger.commit({ removed });
      return "deleted";
    },
    offsets: async (name, time) =>
      topic(state, name).partitions.map((partition) => {
        if (partition.state.leader < 0) throw withoutLeader(partition);
        const log = state.traffic.logOf(partition);
        const offset = time === "first" ? log.start : time === "last" ? log.end : offsetAt(log, time);
        return offset === undefined ? undefined : BigInt(offset);
      }),
    underReplicated: async () => inOrder(ledger.underReplicated).map(reported),
    unavailable: async () => inOrder(ledger.unavailable).map(reported),
  };
}

function topic({ ledger }: TopicsState, name: string): Topic {
  const result = ledger.topic(name);
  if (result) return result;
  throw new ReeveError("not-found", `there is no topic ${name}${suggestionFor(name, ledger.topicNames())}`);
}

function newPartitions(
  { membership, ledger, random }: TopicsState,
  name: string,
  from: number,
  count: number,
  replication: number,
  like?: readonly number[],
): PartitionEntry[] {
  const brokers = membership.live();
  if (replication > brokers.length) {
    throw new ReeveError(
      "bad-input",
      `replication factor ${replication} is larger than the number of available brokers: ${brokers.length}`,
    );
  }
  if (ledger.partitions + count > MAX_PARTITIONS) {
    throw new ReeveError("bad-input", `a simulated cluster holds at most ${MAX_PARTITIONS} partitions`);
  }
  const first = Math.max(0, like ? brokers.indexOf(like[0] ?? -1) : Math.floor(random() * brokers.length));
  const start = { first, shift: like ? first : Math.floor(random() * brokers.length) };
  const controllerEpoch = ledger.controller().epoch;
  return assignReplicas(brokers, { from, count }, replication, start).map(
    (replicas, index): PartitionEntry => ({
      topic: name,
      number: from + index,
      replicas,
      state: { isr: replicas, leader: replicas[0] ?? -1, leaderEpoch: 0, controllerEpoch, behind: {} },
      log: emptyLog,
    }),
  );
}

/** Returns the description of a topic. The result is the same object until the topic changes, so callers can use it as a cache key. */
function description({ descriptions }: TopicsState, request: Topic): readonly Partition[] {
  const known = descriptions.get(request);
  if (known?.version === request.version) return known.partitions;
  const partitions = request.partitions.map(described);
  descriptions.set(request, { version: request.version, partitions });
  return partitions;
}

async function create(
  state: TopicsState,
  name: string,
  wishes: TopicWishes,
): Promise<{ readonly partitions: number; readonly replication: number }> {
  const { ledger, settings } = state;
  const { partitions = settings().partitionsOfNew, replication = settings().copiesOfNew, set = {} } = wishes;
  if (ledger.topic(name)) throw new ReeveError("conflict", `topic ${name} exists already`);
  const clash = metricName(name);
  const collides = ledger.topicNames().find((other) => metricName(other) === clash);
  if (collides !== undefined) {
    throw new ReeveError("conflict", `topic ${name} collides with ${collides}: dots and underscores count as the same character`);
  }
  checkTopicSettings(set);
  const { [MIN_IN_SYNC]: minInSync, ...values } = set;
  const inSync = minInSync === undefined ? settings().minInSyncOfNew(replication) : { minInSync: Number(minInSync) };
  ledger.commit({
    added: newPartitions(state, name, 0, partitions, replication).map((each) => ({ ...each, ...inSync })),
    ...(Object.keys(values).length > 0 && { settings: { topic: name, values, minInSync: inSync.minInSync } }),
  });
  return { partitions, replication };
}

const MIN_IN_SYNC = "min.insync.replicas";

/** The settings that a topic does not inherit from the brokers. */
function ownSettings({ ledger }: TopicsState, { name, partitions }: Topic): TopicValues {
  const minInSync = partitions[0]?.minInSync;
  return { ...ledger.settings(name), ...(minInSync !== undefined && { [MIN_IN_SYNC]: String(minInSync) }) };
}

function configure(state: TopicsState, topic: Topic, { set, unset }: SettingsChange): void {
  checkTopicSettings(set);
  const kept = Object.entries(ownSettings(state, topic)).filter(([name]) => !unset.includes(name));
  const { [MIN_IN_SYNC]: minInSync, ...values } = { ...Object.fromEntries(kept), ...set };
  const inSync = minInSync === undefined ? undefined : Number(minInSync);
  state.traffic.keep(topic.partitions);
  state.ledger.commit({ settings: { topic: topic.name, values, minInSync: inSync } });
}

async function alter(state: TopicsState, name: string, partitions: number): Promise<void> {
  const { ledger } = state;
  const { partitions: before } = topic(state, name);
  if (partitions <= before.length) {
    throw new ReeveError(
      "bad-input",
      `topic ${name} has ${before.length} partitions; their number can only be raised, not set to ${partitions}`,
    );
  }
  const { replicas = [], minInSync } = before[0] ?? {};
  const added = newPartitions(state, name, before.length, partitions - before.length, replicas.length, replicas);
  ledger.commit({ added: added.map((each) => ({ ...each, ...(minInSync !== undefined && { minInSync }) })) });
}

/** Only a leader knows a partition's offsets. A missing leader is an error, because an empty answer would mean that there is no record. */
const withoutLeader = ({ topic, number }: PartitionEntry) =>
  new ReeveError(
    "unreachable",
    `${topic}-${number} has no leader, so its offsets are unknown; reeve broker topics unavailable lists such partitions`,
  );

const described = ({ state }: PartitionEntry): Partition => ({
  controller_epoch: state.controllerEpoch,
  isr: state.isr,
  leader: state.leader,
  leader_epoch: state.leaderEpoch,
  version: VERSION,
});

/** Returns a topic's name in Kafka's metrics. Kafka refuses two topics that differ only in dots and underscores. */
const metricName = (topic: string) => topic.replaceAll(".", "_");

/** The random start: the broker of partition 0's first replica, and the distance from first replicas to their followers. */
interface AssignmentStart {
  readonly first: number;
  readonly shift: number;
}

/** Spreads replicas as Kafka does without racks. Followers shift after each round, so that all share a stopped broker's load. */
export function assignReplicas(
  brokers: readonly number[],
  partitions: { readonly from: number; readonly count: number },
  replication: number,
  start: AssignmentStart,
): readonly (readonly number[])[] {
  const size = brokers.length;
  let shift = start.shift + Math.floor(partitions.from / size);
  return Array.from({ length: partitions.count }, (_, index) => {
    const number = partitions.from + index;
    if (index > 0 && number % size === 0) shift++;
    const first = (number + start.first) % size;
    const followers = Array.from({ length: replication - 1 }, (_, follower) => {
      const distance = 1 + ((shift + follower) % Math.max(1, size - 1));
      return (first + distance) % size;
    });
    return [first, ...followers].map((at) => brokers[at] ?? -1);
  });
}
