import {
  brokerNumbersOf,
  bytesPerSecond,
  type CheckedAssignment,
  type CheckedBalance,
  namesOf,
  type PartitionPlacement,
  type PartitionsInput,
  type ReplicationInput,
} from "@reeve/broker-models";
import {
  assignmentMoves,
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
import type { BrokerHandlers } from "./handlers.ts";
import { answerWithPlan, appliesTo } from "./plans.ts";

type Brokers = Instance<"broker">;

const PLAN = "partitions";

const applies = appliesTo(PLAN);

/**
 * The operations that propose a change of replicas, and that carry it out. `choose` returns the moves that the change needs in the present
 * layout, or throws if it is impossible. Brokers in `without` take no part in the change.
 */
function moving<Input extends { readonly throttle: string }>(
  choose: (instance: Brokers, layout: Layout, input: Input) => readonly Move[],
  without: (input: Input) => readonly number[] = () => [],
) {
  const proposed = async (instance: Brokers, input: Input) => {
    const layout = await instance.administration.layout();
    const moves = choose(instance, layout, input);
    refuseBecause(fullBroker(layout, moves));
    return { moves, proposal: describeProposal(layout, moves, bytesPerSecond(input.throttle)) };
  };
  return {
    propose: async (instance: Brokers, input: Input) => json((await proposed(instance, input)).proposal),
    carryOut: async (instance: Brokers, input: Input) => {
      const { moves, proposal } = await proposed(instance, input);
      const options = {
        throttle: bytesPerSecond(input.throttle),
        request: { ...input },
        without: without(input).map((id) => `broker-${id}`),
      };
      // If there is nothing to move, no plan starts, and the last partitions plan stays visible.
      if (moves.length > 0) await instance.maintenance.start(movePlan(moves, options));
      return json(proposal);
    },
  };
}

const balance = moving(movesOfBalance, ({ away_from }: CheckedBalance) => [...new Set(brokerNumbersOf(away_from))]);
const assignment = moving(movesOfAssignment);
const replication = moving(movesOfReplication);

export const partitionHandlers: BrokerHandlers["partitions"] = {
  list: async (instance, input) => {
    const layout = await instance.administration.layout();
    expectTopics(instance.name, layout, namesOf(input.topics) ?? []);
    expectBrokers(instance, layout, "brokers", brokerNumbersOf(input.brokers) ?? []);
    return json(listed(layout, input));
  },
  proposal: balance.propose,
  balance: balance.carryOut,
  assignment: assignment.propose,
  assign: assignment.carryOut,
  electLeaders: async (instance, { topics }) => {
    const names = namesOf(topics);
    if (names) expectTopics(instance.name, await instance.administration.layout(), names);
    await instance.maintenance.start(electionPlan(names));
    return answerWithPlan(instance, PLAN, "newest");
  },
  show: (instance) => answerWithPlan(instance, PLAN, "newest"),
  continue: applies("continue"),
  interrupt: applies("interrupt"),
  stop: applies("stop"),
};

export const replicationHandlers: Pick<BrokerHandlers["topics"], "proposal" | "replication"> = {
  proposal: replication.propose,
  replication: replication.carryOut,
};

type CheckedReplication = ReplicationInput & { readonly throttle: string };

function movesOfReplication({ name }: Brokers, layout: Layout, { topic, copies }: CheckedReplication): readonly Move[] {
  expectTopics(name, layout, [topic]);
  const brokers = layout.brokers.filter(({ isLeaving }) => !isLeaving);
  if (copies > brokers.length)
    throw new ReeveError("bad-input", `copies: ${copies} copies need ${copies} brokers, but there are only ${brokers.length}`);
  const { minInSync = 0 } = layout.partitions.find((partition) => partition.topic === topic) ?? {};
  if (copies < minInSync) refuseBecause(`${topic} needs ${minInSync} copies in sync: lower its min.insync.replicas first`);
  expectRunning(layout, new Set());
  return replicationMoves(layout, topic, copies);
}

function movesOfAssignment(instance: Brokers, layout: Layout, { topic, numbers, replicas }: CheckedAssignment): readonly Move[] {
  const to = brokerNumbersOf(replicas) ?? [];
  expectTopics(instance.name, layout, [topic]);
  expectBrokers(instance, layout, "replicas", to);
  expectRunning(layout, new Set());
  return assignmentMoves(layout, { topic, numbers: namesOf(numbers)?.map(Number), to });
}

function movesOfBalance(instance: Brokers, layout: Layout, { topics, to, away_from }: CheckedBalance): readonly Move[] {
  const names = namesOf(topics);
  const leaving = new Set(brokerNumbersOf(away_from));
  if (names) expectTopics(instance.name, layout, names);
  expectBrokers(instance, layout, "away_from", [...leaving]);
  expectRunning(layout, leaving);
  expectEnough(layout, leaving, names);
  return balanceMoves(layout, {
    ...(names && { topics: new Set(names) }),
    ...(leaving.size > 0 && { awayFrom: leaving }),
    ...(to === "new" && { toNew: true }),
  });
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

/** Refuses names of topics that do not exist. */
export function expectTopics(service: string, { partitions }: Layout, names: readonly string[]): void {
  const known = new Set(partitions.map(({ topic }) => topic));
  const [missing] = names.filter((name) => !known.has(name));
  if (missing !== undefined) throw new ReeveError("not-found", `${service} has no topic ${missing}${suggestionFor(missing, known)}`);
}

function expectBrokers({ name }: Brokers, { brokers }: Layout, field: string, ids: readonly number[]): void {
  const known = new Set(brokers.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing === undefined) return;
  const there = [...known].map((id) => `broker-${id}`).join(", ");
  throw new ReeveError("not-found", `${field}: ${name} has no broker-${missing}; there are ${there}`);
}

/** Refuses a change while a broker outside `except` is down: its replicas are unknown, and it cannot receive others. */
function expectRunning({ brokers }: Layout, except: ReadonlySet<number>): void {
  const down = brokers.filter(({ id, isRunning, isLeaving }) => !isRunning && !isLeaving && !except.has(id));
  if (down.length === 0) return;
  const names = down.map(({ id }) => `broker-${id}`).join(", ");
  refuseBecause(
    `brokers that are not running: ${names}. Wait until all brokers are back, or move the partitions away from these brokers with away_from`,
  );
}

function expectEnough({ brokers, partitions }: Layout, away: ReadonlySet<number>, names?: readonly string[]): void {
  const left = brokers.filter(({ id, isLeaving }) => !isLeaving && !away.has(id)).length;
  const concerned = partitions.filter(({ topic }) => names?.includes(topic) ?? true);
  refuseBecause(tooWide(concerned, left));
}

function refuseBecause(reason: string | undefined): void {
  if (reason !== undefined) throw new ReeveError("conflict", reason);
}
