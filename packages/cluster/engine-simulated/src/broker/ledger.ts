import type { Store } from "@reeve/orchestrator/engine";
import { emptyLog, type PartitionLog } from "./log.ts";
import { isEntryUnderReplicated, isImbalanced, isUnavailable, type PartitionEntry, type PartitionState } from "./partition.ts";

/** The stored state of a cluster of brokers. Indexes ensure that the cost of an event depends only on the number of affected partitions. */
export type Ledger = ReturnType<typeof openLedger>;

export interface Topic {
  readonly name: string;
  readonly partitions: readonly PartitionEntry[];
  /** A number that grows whenever a partition of the topic changes. */
  readonly version: number;
}

/** Values of a topic's own settings, by name. */
export type TopicValues = Readonly<Record<string, string>>;

/** What is stored about a consumer group. */
interface GroupRecord {
  /** Whether the group was deleted. It exists again when its clients come back. */
  readonly isDeleted: boolean;
  /** The committed offsets, by topic and partition as in `orders/0`. */
  readonly offsets: Readonly<Record<string, number>>;
}

/** What the controller stores about a broker. */
interface BrokerRecord {
  readonly registered: boolean;
  /** The volume with the broker's log. */
  readonly volume?: string;
}

export interface Controller {
  /** The id of the broker that is the controller; -1 if there is no controller. */
  readonly id: number;
  readonly epoch: number;
}

interface LedgerChange {
  readonly states?: Iterable<readonly [PartitionEntry, PartitionState]>;
  readonly logs?: Iterable<readonly [PartitionEntry, PartitionLog]>;
  /** Partitions whose list of replicas has changed, or whose move has begun, ended or been cancelled. */
  readonly places?: Iterable<readonly [PartitionEntry, ReplicaPlacement]>;
  readonly brokers?: Iterable<readonly [number, BrokerRecord]>;
  readonly controller?: Controller;
  /** New values of a topic's settings; of `min.insync.replicas` only for partitions that exist. */
  readonly settings?: { readonly topic: string; readonly values: TopicValues; readonly minInSync: number | undefined };
  readonly groups?: Iterable<readonly [name: string, GroupRecord]>;
  readonly added?: readonly PartitionEntry[];
  readonly removed?: Topic;
}

/** The brokers with copies of a partition, and the brokers that the partition is moving to. */
export type ReplicaPlacement = Pick<PartitionEntry, "replicas" | "state" | "moving">;

type Partitions = ReadonlySet<PartitionEntry>;

const NONE: Partitions = new Set();

const NO_VALUES: TopicValues = {};

/** The content of the ledger in memory, with indexes of the partitions. */
type LedgerState = ReturnType<typeof emptyLedger>;

function emptyLedger(store: Store) {
  return {
    store,
    topics: new Map<string, { name: string; partitions: PartitionEntry[]; version: number }>(),
    names: undefined as readonly string[] | undefined,
    brokers: new Map<number, BrokerRecord>(),
    settings: new Map<string, TopicValues>(),
    groups: new Map<string, GroupRecord>(),
    on: new Map<number, Set<PartitionEntry>>(),
    behindOn: new Map<number, Set<PartitionEntry>>(),
    underReplicated: new Set<PartitionEntry>(),
    unavailable: new Set<PartitionEntry>(),
    imbalanced: new Set<PartitionEntry>(),
    moving: new Set<PartitionEntry>(),
    controller: (store.get("controller") as Controller | undefined) ?? { id: -1, epoch: 0 },
    count: 0,
  };
}

/** Opens the ledger in the store. */
export function openLedger(store: Store) {
  const parts = emptyLedger(store);
  const { topics, brokers, on, behindOn, underReplicated, unavailable, imbalanced, moving } = parts;
  for (const [key, value] of store.entries("broker/")) {
    brokers.set(Number(key.slice("broker/".length)), value as BrokerRecord);
  }
  for (const [key, value] of store.entries(SETTINGS)) {
    parts.settings.set(key.slice(SETTINGS.length), value as TopicValues);
  }
  for (const [key, value] of store.entries(GROUP)) parts.groups.set(key.slice(GROUP.length), value as GroupRecord);
  for (const [, value] of store.entries("partition/")) {
    const { topic, number, replicas, minInSync, moving: goes, ...state } = value as Stored;
    const log = (store.get(logKey(topic, number)) as PartitionLog | undefined) ?? emptyLog;
    const input = { ...(minInSync !== undefined && { minInSync }), ...(goes && { moving: goes }) };
    add(parts, { topic, number, replicas, state, log, ...input });
  }
  for (const { partitions } of topics.values()) partitions.sort((a, b) => a.number - b.number);

  return {
    topic: (name: string): Topic | undefined => topics.get(name),
    /** The names of the topics, sorted. The result is the same list object until a topic is created or deleted. */
    topicNames(): readonly string[] {
      parts.names ??= [...topics.keys()].sort();
      return parts.names;
    },
    get partitions(): number {
      return parts.count;
    },
    broker: (id: number): BrokerRecord => brokers.get(id) ?? { registered: false },
    /** The ids of all brokers that have ever been in the cluster. */
    brokerIds: (): readonly number[] => [...brokers.keys()],
    controller: () => parts.controller,
    /** The topic's own settings, without `min.insync.replicas`, which each partition has. */
    settings: (topic: string) => parts.settings.get(topic) ?? NO_VALUES,
    /** What is stored about a consumer group; undefined if nothing is. */
    group: (name: string) => parts.groups.get(name),
    /** The partitions with a replica on a broker. */
    on: (broker: number): Partitions => on.get(broker) ?? NONE,
    /** The partitions whose replica on a broker is not in sync. */
    behindOn: (broker: number): Partitions => behindOn.get(broker) ?? NONE,
    underReplicated: underReplicated as Partitions,
    unavailable: unavailable as Partitions,
    imbalanced: imbalanced as Partitions,
    /** The partitions whose replicas are being moved to other brokers. */
    moving: moving as Partitions,
    /** Stores all parts of a change together, or none of them. */
    commit: (change: LedgerChange) => commit(parts, change),
  };
}

function add(parts: LedgerState, partition: PartitionEntry): void {
  const { topics, on } = parts;
  let topic = topics.get(partition.topic);
  if (!topic) {
    topic = { name: partition.topic, partitions: [], version: 0 };
    topics.set(partition.topic, topic);
    parts.names = undefined;
  }
  topic.partitions.push(partition);
  for (const broker of partition.replicas) setOf(on, broker).add(partition);
  parts.count++;
  index(parts, partition);
}

function index({ topics, underReplicated, unavailable, imbalanced, moving, behindOn }: LedgerState, partition: PartitionEntry): void {
  const topic = topics.get(partition.topic);
  if (topic) topic.version++;
  belongs(underReplicated, partition, isEntryUnderReplicated(partition));
  belongs(unavailable, partition, isUnavailable(partition));
  belongs(imbalanced, partition, isImbalanced(partition));
  belongs(moving, partition, partition.moving !== undefined);
  for (const broker of partition.replicas) {
    belongs(setOf(behindOn, broker), partition, !partition.state.isr.includes(broker));
  }
}

function remove(parts: LedgerState, { name, partitions }: Topic): void {
  const { topics, underReplicated, unavailable, imbalanced, moving } = parts;
  topics.delete(name);
  parts.settings.delete(name);
  for (const [group, record] of groupsWithout(parts, name)) parts.groups.set(group, record);
  parts.names = undefined;
  parts.count -= partitions.length;
  for (const partition of partitions) {
    for (const set of [underReplicated, unavailable, imbalanced, moving]) set.delete(partition);
    leaveBrokers(parts, partition);
  }
}

function leaveBrokers({ on, behindOn }: LedgerState, partition: PartitionEntry): void {
  for (const broker of partition.replicas) {
    on.get(broker)?.delete(partition);
    behindOn.get(broker)?.delete(partition);
  }
}

function place(parts: LedgerState, partition: PartitionEntry, { replicas, state, moving: goes }: ReplicaPlacement): void {
  const { on } = parts;
  leaveBrokers(parts, partition);
  partition.replicas = replicas;
  partition.state = state;
  partition.moving = goes;
  for (const broker of replicas) setOf(on, broker).add(partition);
  index(parts, partition);
}

function commit(parts: LedgerState, change: LedgerChange): void {
  const { store, brokers } = parts;
  const rows = [...rowsOf(change), ...furtherRows(parts, change)];
  if (rows.length > 0) store.write(rows);
  for (const [partition, log] of change.logs ?? []) partition.log = log;
  for (const [partition, state] of change.states ?? []) {
    partition.state = state;
    index(parts, partition);
  }
  for (const [partition, where] of change.places ?? []) place(parts, partition, where);
  for (const [id, record] of change.brokers ?? []) brokers.set(id, record);
  if (change.controller) parts.controller = change.controller;
  for (const [name, record] of change.groups ?? []) parts.groups.set(name, record);
  if (change.settings) configure(parts, change.settings);
  if (change.removed) remove(parts, change.removed);
  for (const partition of change.added ?? []) add(parts, partition);
}

function configure({ topics, settings }: LedgerState, { topic, values, minInSync }: NonNullable<LedgerChange["settings"]>): void {
  settings.set(topic, values);
  for (const partition of topics.get(topic)?.partitions ?? []) partition.minInSync = minInSync;
}

type Stored = Pick<PartitionEntry, "topic" | "number" | "replicas" | "minInSync" | "moving"> & PartitionState;

function* rowsOf(change: LedgerChange): Generator<readonly [string, unknown]> {
  for (const [partition, state] of change.states ?? []) yield partitionRow(partition, state);
  for (const [partition, where] of change.places ?? []) yield partitionRow({ ...partition, ...where }, where.state);
  for (const [{ topic, number }, log] of change.logs ?? []) yield [logKey(topic, number), log];
  for (const [id, record] of change.brokers ?? []) yield [`broker/${id}`, record];
  if (change.controller) yield ["controller", change.controller];
  for (const partition of change.added ?? []) yield partitionRow(partition, partition.state);
  for (const [name, record] of change.groups ?? []) yield [GROUP + name, record];
  if (change.removed) yield [SETTINGS + change.removed.name, undefined];
  for (const { topic, number } of change.removed?.partitions ?? []) {
    yield [partitionKey(topic, number), undefined];
    yield [logKey(topic, number), undefined];
  }
}

/** The groups with offsets on a topic, without these offsets. */
function groupsWithout({ groups }: LedgerState, topic: string): readonly (readonly [string, GroupRecord])[] {
  const isOther = ([key]: readonly [string, number]) => !key.startsWith(`${topic}/`);
  return [...groups].flatMap(([name, record]) => {
    const all = Object.entries(record.offsets);
    const others = all.filter(isOther);
    return others.length === all.length ? [] : [[name, { ...record, offsets: Object.fromEntries(others) }] as const];
  });
}

function* furtherRows(parts: LedgerState, { settings, removed }: LedgerChange): Generator<readonly [string, unknown]> {
  if (removed) for (const [name, record] of groupsWithout(parts, removed.name)) yield [GROUP + name, record];
  if (!settings) return;
  const { topics } = parts;
  const { topic, values, minInSync } = settings;
  yield [SETTINGS + topic, Object.keys(values).length === 0 ? undefined : values];
  for (const partition of topics.get(topic)?.partitions ?? []) {
    if (partition.minInSync !== minInSync) yield partitionRow({ ...partition, minInSync }, partition.state);
  }
}

function partitionRow(partition: PartitionEntry, state: PartitionState): readonly [string, Stored] {
  const { topic, number, replicas, minInSync, moving } = partition;
  const input = { ...(minInSync !== undefined && { minInSync }), ...(moving && { moving }) };
  return [partitionKey(topic, number), { topic, number, replicas, ...state, ...input }];
}

// This key is unique, because no topic name contains a slash.
const partitionKey = (topic: string, number: number) => `partition/${topic}/${number}`;
const SETTINGS = "settings/";
const GROUP = "group/";
const logKey = (topic: string, number: number) => `log/${topic}/${number}`;

function setOf(sets: Map<number, Set<PartitionEntry>>, id: number): Set<PartitionEntry> {
  const set = sets.get(id) ?? new Set();
  sets.set(id, set);
  return set;
}

function belongs(set: Set<PartitionEntry>, partition: PartitionEntry, whether: boolean): void {
  if (whether) set.add(partition);
  else set.delete(partition);
}
