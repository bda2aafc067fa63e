/*
 * The consumer groups of the simulation. Like the traffic, their clients exist only as numbers: what they have read is computed when it is
 * read, and stored when the cluster closes.
 *
 * Every group reads all topics. While there is traffic, the clients of a group are its members, and the committed offset of a partition
 * goes on to the target of the group, but at most by `SPEED` records a second. So records that the producer test has written are a lag that
 * shrinks. Without traffic there are no clients, so the offsets stay, and the groups can be reset and deleted.
 */

import type { ConsumerGroup, GroupDetails, GroupMember, GroupOffset } from "@reeve/broker-models";
import { expectNoMembers } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import { type CommittedOffset, type GroupAdministration, suggestionFor } from "@reeve/orchestrator/engine";
import { shareOf } from "../world/traffic.ts";
import type { BrokerParts } from "./broker-engine.ts";
import type { PartitionEntry } from "./partition.ts";

interface ClientsOfGroup {
  readonly name: string;
  readonly clients: number;
  /** How many milliseconds the group is behind at a time. */
  behind(now: number): number;
}

/** A group that reads at once, a group that reads in batches of a minute, and a group whose clients have stopped. */
const GROUPS: readonly ClientsOfGroup[] = [
  { name: "billing", clients: 2, behind: () => 2000 },
  { name: "reports", clients: 0, behind: () => 0 },
  { name: "search", clients: 3, behind: (now) => now % 60_000 },
];

/** The number of records of a partition that a member reads in a second. */
const SPEED = 5000;

/** How far a group has read a partition, and when this was computed. */
interface Reading {
  readonly partition: PartitionEntry;
  offset: number;
  until: number;
}

interface Readings extends BrokerParts {
  readonly opened: number;
  readonly readings: Map<string, Map<string, Reading>>;
}

/** Simulates the consumer groups. */
export function simulateGroups(parts: BrokerParts): GroupAdministration & { /** Stores the offsets so far. */ close(): void } {
  const state: Readings = { ...parts, opened: parts.clock.now(), readings: new Map() };
  return {
    list: async () => existing(state).map((group) => summaryOf(detailsOf(state, group))),
    show: async (name) => detailsOf(state, groupNamed(state, name)),
    commit: async (name, offsets) => commit(state, groupNamed(state, name), offsets),
    async delete(name) {
      const group = groupNamed(state, name);
      expectNoMembers(detailsOf(state, group), "deleted");
      state.readings.delete(name);
      state.ledger.commit({ groups: [[name, { isDeleted: true, offsets: {} }]] });
    },
    close() {
      const groups = [...state.readings.keys()].map((name) => [name, recordOf(state, name)] as const);
      if (groups.length > 0) state.ledger.commit({ groups });
    },
  };
}

/** The groups that exist: without topics there is nothing to read, and a deleted group comes back with its clients. */
function existing(state: Readings): readonly ClientsOfGroup[] {
  const { ledger } = state;
  if (ledger.topicNames().length === 0) return [];
  return GROUPS.filter((group) => membersOf(state, group) > 0 || !ledger.group(group.name)?.isDeleted);
}

function groupNamed(state: Readings, name: string): ClientsOfGroup {
  const all = existing(state);
  const group = all.find((each) => each.name === name);
  if (group) return group;
  const names = all.map((each) => each.name);
  throw new ReeveError("not-found", `there is no consumer group ${name}${suggestionFor(name, names)}`);
}

function membersOf({ world }: Readings, { clients }: ClientsOfGroup): number {
  return world.traffic() === "quiet" ? 0 : clients;
}

/** The broker that coordinates a group. Like every request of a client, it needs a running broker. */
function coordinatorOf({ membership }: Readings, { name }: ClientsOfGroup): number {
  const live = membership.live();
  const coordinator = live[Math.floor(shareOf(name) * live.length)];
  if (coordinator !== undefined) return coordinator;
  throw new ReeveError("unreachable", "no broker answers (none runs); the deploy plan and the recovery plan show why");
}

function detailsOf(state: Readings, group: ClientsOfGroup): GroupDetails {
  const { ledger, traffic } = state;
  const coordinator = coordinatorOf(state, group);
  const topics = ledger.topicNames();
  const members = Array.from({ length: membersOf(state, group) }, (_, at) => memberOf(group, at));
  const readers = new Map<string, string>();
  for (const topic of topics) assign(members, ledger.topic(topic)?.partitions ?? [], readers);
  const offsets = topics.flatMap((topic) =>
    (ledger.topic(topic)?.partitions ?? []).map((partition): GroupOffset => {
      const offset = offsetOf(state, group, partition);
      const end = partition.state.leader < 0 ? null : traffic.logOf(partition).end;
      const member = readers.get(keyOf(partition)) ?? null;
      return { topic, partition: partition.number, offset, end, lag: end === null ? null : end - offset, member };
    }),
  );
  return {
    group: group.name,
    state: members.length === 0 ? "Empty" : "Stable",
    coordinator,
    topics,
    lag: offsets.every(({ lag }) => lag === null) ? null : offsets.reduce((sum, { lag }) => sum + (lag ?? 0), 0),
    assignor: members.length === 0 ? "" : "range",
    members,
    offsets,
  };
}

function summaryOf({ group, state, members, coordinator, topics, lag }: GroupDetails): ConsumerGroup {
  return { group, state, members: members.length, coordinator, topics, lag };
}

type OpenMember = GroupMember & { readonly partitions: { readonly topic: string; readonly partition: number }[] };

function memberOf({ name }: ClientsOfGroup, at: number): OpenMember {
  const client = `${name}-${at + 1}`;
  const id = Math.floor(shareOf(client) * 2 ** 32)
    .toString(16)
    .padStart(8, "0");
  return {
    member: `${client}-${id}`,
    client,
    host: `198.19.0.${10 * (GROUPS.findIndex((each) => each.name === name) + 1) + at}`,
    partitions: [],
  };
}

/** Gives each member a range of a topic's partitions, as Kafka's range assignor does. */
function assign(members: readonly OpenMember[], partitions: readonly PartitionEntry[], readers: Map<string, string>) {
  for (const [at, partition] of partitions.entries()) {
    const member = members[Math.floor((at * members.length) / partitions.length)];
    if (!member) return;
    member.partitions.push({ topic: partition.topic, partition: partition.number });
    readers.set(keyOf(partition), member.member);
  }
}

/** The offset that a group has committed. While the group has members, they read on until now. */
function offsetOf(state: Readings, group: ClientsOfGroup, partition: PartitionEntry): number {
  const { clock, traffic } = state;
  const reading = readingOf(state, group, partition);
  const to = clock.now();
  if (partition.state.leader >= 0) {
    const { start, end } = traffic.logOf(partition);
    if (membersOf(state, group) > 0) {
      const target = end - Math.round(traffic.recordsBetween(partition, to - group.behind(to), to));
      const most = reading.offset + Math.floor(((to - reading.until) * SPEED) / 1000);
      reading.offset = Math.max(start, reading.offset, Math.min(target, most));
    }
    // Offsets are stored, but after a kill of the service the newest records of the traffic are missing.
    reading.offset = Math.min(reading.offset, end);
  }
  reading.until = to;
  return reading.offset;
}

function readingOf(state: Readings, { name }: ClientsOfGroup, partition: PartitionEntry): Reading {
  const { readings, ledger, opened } = state;
  const ofGroup = readings.get(name) ?? new Map<string, Reading>();
  readings.set(name, ofGroup);
  const key = keyOf(partition);
  const known = ofGroup.get(key);
  // A topic that was deleted and created again has other partitions of the same names.
  if (known?.partition === partition) return known;
  const reading = { partition, offset: ledger.group(name)?.offsets[key] ?? 0, until: opened };
  ofGroup.set(key, reading);
  return reading;
}

function commit(state: Readings, group: ClientsOfGroup, offsets: readonly CommittedOffset[]): void {
  const { ledger, clock } = state;
  expectNoMembers(detailsOf(state, group), "reset");
  const record = recordOf(state, group.name);
  const changed = offsets.map(({ topic, partition, offset }) => [`${topic}/${partition}`, offset] as const);
  ledger.commit({
    groups: [[group.name, { ...record, offsets: { ...record.offsets, ...Object.fromEntries(changed) } }]],
  });
  const ofGroup = state.readings.get(group.name);
  for (const [key, offset] of changed) {
    const reading = ofGroup?.get(key);
    if (reading) Object.assign(reading, { offset, until: clock.now() });
  }
}

/** What to store of a group: the offsets on partitions that exist. */
function recordOf({ readings, ledger }: Readings, name: string) {
  const exists = (key: string) => ledger.topic(key.slice(0, key.lastIndexOf("/"))) !== undefined;
  const known = { ...ledger.group(name)?.offsets };
  for (const [key, { offset }] of readings.get(name) ?? []) known[key] = offset;
  return { isDeleted: false, offsets: Object.fromEntries(Object.entries(known).filter(([key]) => exists(key))) };
}

function keyOf({ topic, number }: Pick<PartitionEntry, "topic" | "number">): string {
  return `${topic}/${number}`;
}
