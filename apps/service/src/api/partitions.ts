import {
  brokerNumbersOf,
  bytesPerSecond,
  type CheckedAssignment,
  type CheckedBalance,
  namesOf,
  type PartitionPlacement,
  type PartitionsInput,
  type Proposal,
  type ReplicationInput,
  type TopicsInput,
} from "@reeve/broker-models";
import {
  assignmentMoves,
  type BalanceOptions,
  balanceMoves,
  describeProposal,
  electionPlan,
  fullBroker,
  type Move,
  movePlan,
  replicationMoves,
  tooWide,
} from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import type { Instance, Layout } from "@reeve/orchestrator";
import { suggestionFor } from "@reeve/orchestrator/engine";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import { answerWithPlan, appliesTo } from "./plans.ts";

type Brokers = Instance<"broker">;

/** The name of the plan that moves partitions. */
const PLAN = "partitions";

const applies = appliesTo(PLAN);

export const partitionHandlers = {
  list: async (instance: Brokers, input: PartitionsInput): Promise<HttpAnswer> => {
    const layout = await instance.administration.layout();
    expectTopics(instance.name, layout, namesOf(input.topics) ?? []);
    expectBrokers(instance, layout, "brokers", brokerNumbersOf(input.brokers) ?? []);
    return json(listed(layout, input));
  },
  proposal: async (instance: Brokers, input: CheckedBalance): Promise<HttpAnswer> => json((await proposed(instance, input)).proposal),
  balance: async (instance: Brokers, input: CheckedBalance): Promise<HttpAnswer> => {
    const { moves, proposal } = await proposed(instance, input);
    const without = [...awayFrom(input)].map((id) => `broker-${id}`);
    const throttle = bytesPerSecond(input.throttle);
    // If there is nothing to move, no plan starts, and the last partitions plan stays visible.
    if (moves.length > 0) await instance.maintenance.start(movePlan(moves, { throttle, request: { ...input }, without }));
    return json(proposal);
  },
  assignment: async (instance: Brokers, input: CheckedAssignment): Promise<HttpAnswer> => json((await assigned(instance, input)).proposal),
  assign: async (instance: Brokers, input: CheckedAssignment): Promise<HttpAnswer> => {
    const { moves, proposal } = await assigned(instance, input);
    const throttle = bytesPerSecond(input.throttle);
    if (moves.length > 0) await instance.maintenance.start(movePlan(moves, { throttle, request: { ...input } }));
    return json(proposal);
  },
  electLeaders: async (instance: Brokers, { topics }: TopicsInput): Promise<HttpAnswer> => {
    const { administration, maintenance } = instance;
    const names = namesOf(topics);
    if (names) expectTopics(instance.name, await administration.layout(), names);
    await maintenance.start(electionPlan(names));
    return answerWithPlan(instance, PLAN, "newest");
  },
  show: (instance: Brokers): HttpAnswer => answerWithPlan(instance, PLAN, "newest"),
  continue: applies("continue"),
  interrupt: applies("interrupt"),
  stop: applies("stop"),
} as const;

export const replicationHandlers = {
  proposal: async (instance: Brokers, input: CheckedReplication): Promise<HttpAnswer> =>
    json((await otherReplication(instance, input)).proposal),
  replication: async (instance: Brokers, input: CheckedReplication): Promise<HttpAnswer> => {
    const { moves, proposal } = await otherReplication(instance, input);
    const throttle = bytesPerSecond(input.throttle);
    if (moves.length > 0) await instance.maintenance.start(movePlan(moves, { throttle, request: { ...input } }));
    return json(proposal);
  },
} as const;

type CheckedReplication = ReplicationInput & { readonly throttle: string };

async function otherReplication(instance: Brokers, { topic, copies, throttle }: CheckedReplication): Promise<Proposed> {
  const layout = await instance.administration.layout();
  expectTopics(instance.name, layout, [topic]);
  const brokers = layout.brokers.filter(({ isLeaving }) => !isLeaving);
  if (copies > brokers.length) {
    throw new ReeveError("bad-input", `copies: ${copies} copies need ${copies} brokers, but there are only ${brokers.length}`);
  }
  const { minInSync = 0 } = layout.partitions.find((partition) => partition.topic === topic) ?? {};
  if (copies < minInSync) {
    const reason = `${topic} needs ${minInSync} copies in sync: lower its min.insync.replicas first`;
    throw new ReeveError("conflict", reason);
  }
  expectRunning(layout, new Set());
  const moves = replicationMoves(layout, topic, copies);
  expectDisk(layout, moves);
  return { moves, proposal: describeProposal(layout, moves, bytesPerSecond(throttle)) };
}

async function assigned(instance: Brokers, { topic, numbers, replicas, throttle }: CheckedAssignment): Promise<Proposed> {
  const layout = await instance.administration.layout();
  const to = brokerNumbersOf(replicas) ?? [];
  expectTopics(instance.name, layout, [topic]);
  expectBrokers(instance, layout, "replicas", to);
  expectRunning(layout, new Set());
  const moves = assignmentMoves(layout, { topic, numbers: namesOf(numbers)?.map(Number), to });
  expectDisk(layout, moves);
  return { moves, proposal: describeProposal(layout, moves, bytesPerSecond(throttle)) };
}

function listed({ partitions }: Layout, { topics, brokers, only }: PartitionsInput): readonly PartitionPlacement[] {
  const names = namesOf(topics);
  const ids = brokerNumbersOf(brokers);
  return partitions.flatMap(({ topic, number, replicas, isr, leader, bytes, joins, leaves }) => {
    const isWanted =
      (names?.includes(topic) ?? true) &&
      (ids?.some((id) => replicas.includes(id) || leaves.includes(id)) ?? true) &&
      (only !== "moving" || joins.length + leaves.length > 0) &&
      (only !== "under-replicated" || isr.length < replicas.length);
    return isWanted ? [{ topic, partition: number, replicas, isr, leader, bytes, joins, leaves }] : [];
  });
}

interface Proposed {
  readonly moves: readonly Move[];
  readonly proposal: Proposal;
}

async function proposed(instance: Brokers, input: CheckedBalance): Promise<Proposed> {
  const layout = await instance.administration.layout();
  const { topics, to, throttle } = input;
  const names = namesOf(topics);
  const leaving = awayFrom(input);
  if (names) expectTopics(instance.name, layout, names);
  expectBrokers(instance, layout, "away_from", [...leaving]);
  expectRunning(layout, leaving);
  expectEnough(layout, leaving, names);
  const wishes: BalanceOptions = {
    ...(names && { topics: new Set(names) }),
    ...(leaving.size > 0 && { awayFrom: leaving }),
    ...(to === "new" && { toNew: true }),
  };
  const moves = balanceMoves(layout, wishes);
  expectDisk(layout, moves);
  return { moves, proposal: describeProposal(layout, moves, bytesPerSecond(throttle)) };
}

function awayFrom({ away_from }: CheckedBalance): ReadonlySet<number> {
  return new Set(brokerNumbersOf(away_from));
}

/** Refuses names of topics that do not exist. */
export function expectTopics(service: string, { partitions }: Layout, names: readonly string[]): void {
  const known = new Set(partitions.map(({ topic }) => topic));
  const [missing] = names.filter((name) => !known.has(name));
  if (missing !== undefined) {
    throw new ReeveError("not-found", `${service} has no topic ${missing}${suggestionFor(missing, known)}`);
  }
}

function expectBrokers({ name }: Brokers, { brokers }: Layout, field: string, ids: readonly number[]): void {
  const known = new Set(brokers.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing === undefined) return;
  const there = [...known].map((id) => `broker-${id}`).join(", ");
  throw new ReeveError("not-found", `${field}: ${name} has no broker-${missing}; there are ${there}`);
}

/**
 * Refuses a change while a broker is down, because the replicas of that broker are unknown and it cannot receive replicas. Brokers in
 * `except` may be down.
 */
function expectRunning({ brokers }: Layout, except: ReadonlySet<number>): void {
  const down = brokers.filter(({ id, isRunning, isLeaving }) => !isRunning && !isLeaving && !except.has(id));
  if (down.length === 0) return;
  const names = down.map(({ id }) => `broker-${id}`).join(", ");
  throw new ReeveError(
    "conflict",
    `brokers that are not running: ${names}. Wait until all brokers are back, or move the partitions away from these brokers with away_from`,
  );
}

function expectEnough({ brokers, partitions }: Layout, away: ReadonlySet<number>, names?: readonly string[]): void {
  const left = brokers.filter(({ id, isLeaving }) => !isLeaving && !away.has(id)).length;
  const reason = tooWide(
    partitions.filter(({ topic }) => names?.includes(topic) ?? true),
    left,
  );
  if (reason !== undefined) throw new ReeveError("conflict", reason);
}

function expectDisk(layout: Layout, moves: readonly Move[]): void {
  const reason = fullBroker(layout, moves);
  if (reason !== undefined) throw new ReeveError("conflict", reason);
}
