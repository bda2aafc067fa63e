import {
  brokerNumbersOf,
  bytesPerSecond,
  type CheckedBalance,
  namesOf,
  type PartitionPlacement,
  type PartitionsInput,
  type Proposal,
  type ReplicationInput,
  type TopicsInput,
} from "@reeve/broker-models";
import { ReeveError } from "@reeve/contract";
import {
  type BalanceWishes,
  describeProposal,
  electionPlan,
  fullBroker,
  type Instance,
  type Layout,
  movePlan,
  proposeBalance,
  proposeReplication,
  tooWide,
} from "@reeve/orchestrator";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import type { Asked } from "./handlers.ts";
import { control, planAnswer } from "./plan-answer.ts";

type Brokers = Instance<"broker">;

/** The plan that moves partitions. */
const PLAN = "partitions";

/** Where partitions are, and moving them. */
export const partitionHandlers = {
  list: async ({ administration }: Brokers, input: PartitionsInput): Promise<HttpAnswer> =>
    json(listed(await administration.layout(), input)),
  proposal: async ({ administration }: Brokers, input: CheckedBalance): Promise<HttpAnswer> => {
    const layout = await administration.layout();
    return json(proposed(layout, input).proposal);
  },
  balance: async ({ administration, maintenance }: Brokers, input: CheckedBalance): Promise<HttpAnswer> => {
    const layout = await administration.layout();
    const { moves, proposal } = proposed(layout, input);
    const without = [...awayFrom(input)].map((id) => `broker-${id}`);
    const throttle = bytesPerSecond(input.throttle);
    // Where nothing moves there is no plan, and what the last one did stays visible.
    if (moves.length > 0) await maintenance.start(movePlan(moves, { throttle, request: { ...input }, without }));
    return json(proposal);
  },
  electLeaders: async (instance: Brokers, { topics }: TopicsInput): Promise<HttpAnswer> => {
    const { administration, maintenance } = instance;
    const names = namesOf(topics);
    if (names) expectTopics(await administration.layout(), names);
    await maintenance.start(electionPlan(names));
    return planAnswer(instance, PLAN, "newest");
  },
  show: (instance: Brokers): HttpAnswer => planAnswer(instance, PLAN, "newest"),
  continue: (instance: Brokers, _: unknown, { revision }: Asked): HttpAnswer =>
    control(instance, "continue", { plan: PLAN }, revision),
  interrupt: (instance: Brokers, _: unknown, { revision }: Asked): HttpAnswer =>
    control(instance, "interrupt", { plan: PLAN }, revision),
  stop: (instance: Brokers, _: unknown, { revision }: Asked): HttpAnswer =>
    control(instance, "stop", { plan: PLAN }, revision),
} as const;

/** Gives the partitions of a topic another number of copies. */
export async function changeReplication(
  { administration, maintenance }: Brokers,
  { topic, copies, throttle }: ReplicationInput & { readonly throttle: string },
): Promise<HttpAnswer> {
  const layout = await administration.layout();
  expectTopics(layout, [topic]);
  const brokers = layout.brokers.filter(({ isLeaving }) => !isLeaving);
  if (copies > brokers.length) {
    throw new ReeveError("bad-input", `copies: ${copies} are more than the ${brokers.length} brokers that there are`);
  }
  const { minInSync = 0 } = layout.partitions.find((partition) => partition.topic === topic) ?? {};
  if (copies < minInSync) {
    const reason = `${topic} needs ${minInSync} copies in sync: lower its min.insync.replicas first`;
    throw new ReeveError("conflict", reason);
  }
  expectRunning(layout, new Set());
  const moves = proposeReplication(layout, topic, copies);
  expectDisk(layout, moves);
  const rate = bytesPerSecond(throttle);
  if (moves.length > 0)
    await maintenance.start(movePlan(moves, { throttle: rate, request: { topic, copies, throttle } }));
  return json(describeProposal(layout, moves, rate));
}

function listed({ partitions }: Layout, { topics, brokers, only }: PartitionsInput): readonly PartitionPlacement[] {
  const names = namesOf(topics);
  const ids = brokerNumbersOf(brokers);
  return partitions.flatMap(({ topic, number, replicas, isr, leader, bytes, joins, leaves }) => {
    const isWanted =
      (names?.includes(topic) ?? true) &&
      (ids?.some((id) => replicas.includes(id) || leaves.includes(id)) ?? true) &&
      (only === undefined || joins.length + leaves.length > 0);
    return isWanted ? [{ topic, partition: number, replicas, isr, leader, bytes, joins, leaves }] : [];
  });
}

function proposed(layout: Layout, input: CheckedBalance): { readonly moves: Moves; readonly proposal: Proposal } {
  const { topics, to, throttle } = input;
  const names = namesOf(topics);
  const leaving = awayFrom(input);
  if (names) expectTopics(layout, names);
  for (const id of leaving) {
    if (layout.brokers.some((broker) => broker.id === id)) continue;
    throw new ReeveError("not-found", `away_from: there is no broker-${id}`);
  }
  expectRunning(layout, leaving);
  expectEnough(layout, leaving, names);
  const wishes: BalanceWishes = {
    ...(names && { topics: new Set(names) }),
    ...(leaving.size > 0 && { awayFrom: leaving }),
    ...(to === "new" && { toNew: true }),
  };
  const moves = proposeBalance(layout, wishes);
  expectDisk(layout, moves);
  return { moves, proposal: describeProposal(layout, moves, bytesPerSecond(throttle)) };
}

type Moves = ReturnType<typeof proposeBalance>;

function awayFrom({ away_from }: CheckedBalance): ReadonlySet<number> {
  return new Set(brokerNumbersOf(away_from));
}

function expectTopics({ partitions }: Layout, names: readonly string[]): void {
  const known = new Set(partitions.map(({ topic }) => topic));
  const missing = names.filter((name) => !known.has(name));
  if (missing.length > 0) throw new ReeveError("not-found", `there is no topic ${missing.join(", ")}`);
}

/** What a broker that is down has cannot be known, and it can get nothing. */
function expectRunning({ brokers }: Layout, except: ReadonlySet<number>): void {
  const down = brokers.filter(({ id, isRunning, isLeaving }) => !isRunning && !isLeaving && !except.has(id));
  if (down.length === 0) return;
  const names = down.map(({ id }) => `broker-${id}`).join(", ");
  throw new ReeveError("conflict", `${names} does not run: wait until it is back, or empty it with away_from`);
}

function expectEnough({ brokers, partitions }: Layout, away: ReadonlySet<number>, names?: readonly string[]): void {
  const left = brokers.filter(({ id, isLeaving }) => !isLeaving && !away.has(id)).length;
  const reason = tooWide(
    partitions.filter(({ topic }) => names?.includes(topic) ?? true),
    left,
  );
  if (reason !== undefined) throw new ReeveError("conflict", reason);
}

function expectDisk(layout: Layout, moves: Moves): void {
  const reason = fullBroker(layout, moves);
  if (reason !== undefined) throw new ReeveError("conflict", reason);
}
