import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { copiesOf, type Move, type PartitionWork, partitionWorkOf, progressOf } from "@reeve/broker-planning";
import { isReeveError, ReeveError } from "@reeve/contract";
import { notReady, READY, type Readiness, type Work, type WorkContext } from "@reeve/orchestrator/engine";
import { BROKER_TIMEOUT, type KafkaAccess } from "../cluster/ask-brokers.ts";
import { allPartitionsOn, byTopic, type KnownPartition, partitionsOn, topicsOf } from "../cluster/partitions.ts";
import { partitionNameOf, type Reassignment, reassignmentsOn, sizesOn } from "../cluster/reassignments.ts";
import type { Throttle } from "../cluster/throttle.ts";
import { electLeadersV2 } from "../wire/elect-leaders.ts";
import { NOT_REASSIGNING, UNKNOWN_TOPIC } from "../wire/error-codes.ts";
import { brokerRefusal } from "./refusals.ts";

const POLL_INTERVAL = 500;

/** How many bytes a broker fetches at once from each partition, whatever the throttle is: the default of `replica.fetch.max.bytes`. */
const FETCHED_AT_ONCE = 2 ** 20;

/** The seconds over which brokers average a rate: the default of `replication.quota.window.num`, with windows of one second. */
const AVERAGED_OVER = 10;

/** What the brokers report about the moving partitions. */
interface Seen {
  readonly partitions: ReadonlyMap<string, KnownPartition>;
  readonly reassignments: ReadonlyMap<string, Reassignment>;
}

/** The brokers whose partitions are moved. */
interface MovesOptions extends Pick<KafkaAccess, "brokers" | "members" | "reads"> {
  readonly throttle: Throttle;
  /** Milliseconds between two polls of the moving partitions (default: 500). */
  readonly interval?: number;
}

export type Moves = ReturnType<typeof movesOf>;

/** Performs work on partitions: one piece of work starts when the previous one has ended. */
export function movesOf(options: MovesOptions) {
  let last: Promise<void> = Promise.resolve();
  return {
    perform(work: Work, context: WorkContext): Promise<void> {
      // Work waits until the previous work has ended. Even if the previous work was cancelled, its last request may still be in flight, and
      // must not arrive after a request that undoes it.
      last = last.catch(() => undefined).then(() => carryOut(options, work, context));
      return last;
    },
    /** Makes the brokers move partitions, with a throttle of `rate`. Moves that have already begun are not requested again. */
    begin: (moves: readonly Move[], rate: number | undefined) => begin(options, moves, rate),
    /** Once no partition moves, removes a throttle and, with `first`, elects the preferred leaders (the first replicas). */
    settle: (leaders: "first" | "any") => settle(options, leaders),
  };
}

async function look({ brokers }: MovesOptions, topics: ReadonlySet<string>): Promise<Seen> {
  // If one of the topics has been deleted, the brokers describe none of the given topics, so the partitions of all topics are read.
  const some = await brokers.read((link) => partitionsOn(link, [...topics]));
  const known = some ?? (await brokers.read(allPartitionsOn));
  const reassignments = await brokers.read(reassignmentsOn);
  return { partitions: new Map(known.map((each) => [partitionNameOf(each), each])), reassignments };
}

async function alter<Moving extends Pick<Move, "topic" | "number">>(
  { brokers }: MovesOptions,
  moves: readonly Moving[],
  to: (move: Moving) => readonly number[] | null,
): Promise<void> {
  const requests = byTopic(moves, (move) => ({ partitionIndex: move.number, replicas: to(move)?.slice() ?? null }));
  const answer = await brokers.change((kafka) => kafka.alterPartitionReassignmentsV0, [BROKER_TIMEOUT, true, requests]);
  const doing = "partitions cannot be moved";
  if (answer.errorCode !== 0) throw brokerRefusal(answer.errorCode, answer.errorMessage ?? "", doing);
  const refused = answer.responses
    .flatMap(({ partitions }) => partitions)
    .find(({ errorCode }) => errorCode !== 0 && errorCode !== UNKNOWN_TOPIC && errorCode !== NOT_REASSIGNING);
  if (refused) throw brokerRefusal(refused.errorCode, refused.errorMessage ?? "", doing);
}

async function begin(state: MovesOptions, moves: readonly Move[], rate: number | undefined, known?: Seen): Promise<void> {
  const seen = known ?? (await look(state, topicsOf(moves)));
  const open = moves.filter((move) => !isThere(move, seen));
  if (open.length === 0) return;
  if (rate !== undefined) await state.throttle.set(open, rate);
  const waiting = open.filter((move) => !isOnItsWay(move, seen));
  const fresh = waiting.slice(0, Math.max(0, mostAtOnce(rate) - (open.length - waiting.length)));
  if (fresh.length > 0) await alter(state, fresh, ({ to }) => to);
}

/** Repeats a step of work until it returns true. If no broker or controller answers, the step is repeated, too. */
async function repeated(
  { interval = POLL_INTERVAL }: MovesOptions,
  { signal, report }: WorkContext,
  step: () => Promise<boolean>,
): Promise<void> {
  for (; ; await sleep(interval, undefined, { signal })) {
    try {
      if (await step()) return;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      report(error.message);
    }
  }
}

async function move(state: MovesOptions, work: Extract<PartitionWork, { name: "move" }>, context: WorkContext): Promise<void> {
  const topics = topicsOf(work.moves);
  let isBegun = false;
  const step = async () => {
    const seen = await look(state, topics);
    const open = work.moves.filter((each) => !isThere(each, seen));
    if (open.length === 0) {
      await state.throttle.off();
      return true;
    }
    const isAllOnItsWay = open.every((each) => isOnItsWay(each, seen));
    if (!isBegun || !isAllOnItsWay) await begin(state, work.moves, work.throttle, seen);
    isBegun = true;
    context.report(progressOf(work, await copiedOf(state, work.moves, open, seen), open.length));
    return false;
  };
  await repeated(state, context, step).catch(async (error) => {
    if (!context.signal.aborted) await cancel(state, work.moves);
    throw error;
  });
}

async function copiedOf(
  { members, reads }: MovesOptions,
  moves: readonly Move[],
  open: readonly Move[],
  { partitions }: Seen,
): Promise<number> {
  const receiving = members.brokers().filter(({ node }) => open.some((each) => copiesOf(each).includes(node.index)));
  const sizes = await sizesOn(receiving, reads);
  const copied = moves.map((each) => {
    const copies = copiesOf(each);
    if (!open.includes(each)) return each.bytes * copies.length;
    const there = sizes.get(partitionNameOf(each));
    const inSync = partitions.get(partitionNameOf(each))?.isr ?? [];
    const done = copies.map((id) => (inSync.includes(id) ? each.bytes : Math.min(each.bytes, there?.get(id) ?? 0)));
    return done.reduce((sum, bytes) => sum + bytes, 0);
  });
  return copied.reduce((sum, bytes) => sum + bytes, 0);
}

async function elect(state: MovesOptions, topics: readonly string[] | undefined, { report }: WorkContext): Promise<boolean> {
  const { brokers, throttle } = state;
  const isChosen = ({ topic }: { readonly topic: string }) => topics?.includes(topic) ?? true;
  const [moving, known] = await Promise.all([brokers.read(reassignmentsOn), brokers.read(allPartitionsOn)]);
  const still = [...moving.values()].filter(isChosen);
  if (still.length > 0) {
    report(`waits until ${still.length} partitions have moved`);
    return false;
  }
  await throttle.off();
  const chosen = ledByOthers(known).filter(isChosen);
  if (chosen.length === 0) return true;
  await electFirst(state, chosen);
  report(`${chosen.length} partitions get their preferred leader`);
  return false;
}

async function settle(state: MovesOptions, leaders: "first" | "any"): Promise<Readiness> {
  const { brokers, throttle } = state;
  const moving = await brokers.read(reassignmentsOn);
  if (moving.size > 0) return notReady("partitions are moving");
  await throttle.off();
  const chosen = leaders === "first" ? ledByOthers(await brokers.read(allPartitionsOn)) : [];
  if (chosen.length === 0) return READY;
  await electFirst(state, chosen);
  return notReady(`${chosen.length} partitions get their preferred leader`);
}

async function electFirst({ brokers }: MovesOptions, chosen: readonly KnownPartition[]): Promise<void> {
  const requests = byTopic(chosen, ({ number }) => number);
  const { errorCode } = await brokers.change(electLeadersV2, [requests, BROKER_TIMEOUT]);
  if (errorCode !== 0) throw brokerRefusal(errorCode, "", "leaders cannot be elected");
}

/** Cancels the given moves (default: all moves). Each partition keeps the replicas that it had before the move. */
async function cancel(state: MovesOptions, moves?: readonly Move[]): Promise<void> {
  const { brokers, throttle } = state;
  const moving = await brokers.read(reassignmentsOn);
  const names = moves && new Set(moves.map(partitionNameOf));
  const chosen = [...moving.values()].filter((each) => names?.has(partitionNameOf(each)) ?? true);
  if (chosen.length > 0) await alter(state, chosen, () => null);
  await throttle.off();
}

async function cancelAll(state: MovesOptions): Promise<boolean> {
  await cancel(state);
  return (await state.brokers.read(reassignmentsOn)).size === 0;
}

async function carryOut(state: MovesOptions, work: Work, context: WorkContext): Promise<void> {
  context.signal.throwIfAborted();
  const known = partitionWorkOf(work);
  switch (known?.name) {
    case "move":
      return move(state, known, context);
    case "elect":
      return repeated(state, context, () => elect(state, known.topics, context));
    case "cancel":
      return repeated(state, context, () => cancelAll(state));
    default:
      throw new ReeveError("bad-input", `unknown work for a broker: ${work.name}`);
  }
}

/**
 * The number of partitions that may move at the same time. If a broker has fetched more than the throttle allows, it pauses, but at most
 * for the time over which rates are averaged. So a low throttle only holds if few partitions move at once.
 */
function mostAtOnce(rate: number | undefined): number {
  return rate === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor((rate * AVERAGED_OVER) / FETCHED_AT_ONCE));
}

function ledByOthers(known: readonly KnownPartition[]): readonly KnownPartition[] {
  return known.filter(({ replicas: [first = -1], leader, isr }) => leader !== first && isr.includes(first));
}

/** Whether a move is complete, or no longer possible because its topic has been deleted. */
function isThere(move: Move, { partitions, reassignments }: Seen): boolean {
  const known = partitions.get(partitionNameOf(move));
  return !known || (!reassignments.has(partitionNameOf(move)) && isDeepStrictEqual(known.replicas, move.to));
}

function isOnItsWay(move: Move, { partitions, reassignments }: Seen): boolean {
  const { removing } = reassignments.get(partitionNameOf(move)) ?? {};
  const staying = partitions.get(partitionNameOf(move))?.replicas.filter((id) => !removing?.includes(id));
  return removing !== undefined && isDeepStrictEqual(staying ?? [], move.to);
}

/** Whether to repeat a request that no broker or controller answered: safe, because it names all replicas after the move. */
function isPassing(error: unknown): error is ReeveError {
  return isReeveError(error) && ["unreachable", "timed-out", "server-failure"].includes(error.code);
}
