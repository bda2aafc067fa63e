import { setTimeout as sleep } from "node:timers/promises";
import { isReeveError, ReeveError } from "@reeve/contract";
import {
  copiesOf,
  type Move,
  type PartitionWork,
  partitionWorkOf,
  type Work,
  type WorkContext,
} from "@reeve/orchestrator";
import { BROKER_TIMEOUT, type Brokers } from "../cluster/ask-brokers.ts";
import type { Members } from "../cluster/members.ts";
import { type KnownPartition, partitionsOn } from "../cluster/partitions.ts";
import { nameOf, type Reassignment, reassignmentsOn, sizesOn } from "../cluster/reassignments.ts";
import type { Throttle } from "../cluster/throttle.ts";
import { electLeadersV2 } from "../wire/elect-leaders.ts";
import { NOT_REASSIGNING, UNKNOWN_TOPIC } from "../wire/error-codes.ts";
import type { Links } from "../wire/links.ts";
import { protocol } from "../wire/protocol.ts";
import { refusal } from "./refusals.ts";

/** Milliseconds between two questions about what moves. */
const POLL_INTERVAL = 500;

const MEGABYTE = 1e6;

export interface MovesOptions {
  readonly brokers: Brokers;
  readonly members: Members;
  readonly reads: Links;
  readonly throttle: Throttle;
}

/** Moves partitions, one piece of work after another. */
export interface Moves {
  perform(work: Work, context: WorkContext): Promise<void>;
  /** Asks the brokers for moves, throttled, unless they are at them already. */
  begin(moves: readonly Move[], rate: number | undefined): Promise<void>;
}

/** What brokers know of partitions that move. */
interface Seen {
  readonly partitions: ReadonlyMap<string, KnownPartition>;
  readonly reassignments: ReadonlyMap<string, Reassignment>;
}

export function movesOf({ brokers, members, reads, throttle }: MovesOptions): Moves {
  async function look(topics: ReadonlySet<string>): Promise<Seen> {
    // A topic that was deleted meanwhile hides the others where topics are named.
    const some = await brokers.read((link) => partitionsOn(link, [...topics]));
    const known = some ?? (await brokers.read((link) => partitionsOn(link, "all"))) ?? [];
    const reassignments = await brokers.read(reassignmentsOn);
    return { partitions: new Map(known.map((each) => [nameOf(each), each])), reassignments };
  }

  async function alter(moves: readonly Pick<Move, "topic" | "number">[], to: (at: number) => readonly number[] | null) {
    const { alterPartitionReassignmentsV0 } = await protocol();
    const topics = new Map<string, { partitionIndex: number; replicas: number[] | null }[]>();
    for (const [at, { topic, number }] of moves.entries()) {
      const replicas = to(at);
      const entry = { partitionIndex: number, replicas: replicas && [...replicas] };
      topics.set(topic, [...(topics.get(topic) ?? []), entry]);
    }
    const asked = [...topics].map(([name, partitions]) => ({ name, partitions }));
    const answer = await brokers.change(alterPartitionReassignmentsV0.api, [BROKER_TIMEOUT, true, asked]);
    const doing = "partitions cannot be moved";
    if (answer.errorCode !== 0) throw refusal(answer.errorCode, answer.errorMessage ?? "", doing);
    const refused = answer.responses
      .flatMap(({ partitions }) => partitions)
      .find(({ errorCode }) => errorCode !== 0 && errorCode !== UNKNOWN_TOPIC && errorCode !== NOT_REASSIGNING);
    if (refused) throw refusal(refused.errorCode, refused.errorMessage ?? "", doing);
  }

  async function begin(moves: readonly Move[], rate: number | undefined, seen?: Seen): Promise<void> {
    const { partitions, reassignments } = seen ?? (await look(topicsOf(moves)));
    const open = moves.filter((move) => !isThere(move, partitions, reassignments));
    if (open.length === 0) return;
    if (rate !== undefined) await throttle.set(open, rate);
    const fresh = open.filter((move) => !isOnItsWay(move, partitions, reassignments));
    if (fresh.length > 0) await alter(fresh, (at) => fresh[at]?.to ?? null);
  }

  async function move(work: Extract<PartitionWork, { name: "move" }>, context: WorkContext): Promise<void> {
    const topics = topicsOf(work.moves);
    for (let isBegun = false; ; await sleep(POLL_INTERVAL, undefined, { signal: context.signal })) {
      try {
        const seen = await look(topics);
        const open = work.moves.filter((each) => !isThere(each, seen.partitions, seen.reassignments));
        if (open.length === 0) return await throttle.off();
        const isAllOnItsWay = open.every((each) => isOnItsWay(each, seen.partitions, seen.reassignments));
        if (!isBegun || !isAllOnItsWay) await begin(work.moves, work.throttle, seen);
        isBegun = true;
        context.report(await progressOf(work, open, seen));
      } catch (error) {
        if (context.signal.aborted) throw error;
        if (!isPassing(error)) {
          await cancel(work.moves);
          throw error;
        }
        context.report(error.message);
      }
    }
  }

  async function progressOf(
    { moves, before, all }: Extract<PartitionWork, { name: "move" }>,
    open: readonly Move[],
    { partitions }: Seen,
  ): Promise<string> {
    const receiving = members.brokers().filter(({ node }) => open.some((each) => copiesOf(each).includes(node.index)));
    const sizes = await sizesOn(receiving, reads);
    const copied = moves.map((each) => {
      const copies = copiesOf(each);
      if (!open.includes(each)) return each.bytes * copies.length;
      const there = sizes.get(nameOf(each));
      const inSync = partitions.get(nameOf(each))?.isr ?? [];
      const done = copies.map((id) => (inSync.includes(id) ? each.bytes : Math.min(each.bytes, there?.get(id) ?? 0)));
      return done.reduce((sum, bytes) => sum + bytes, 0);
    });
    const sum = copied.reduce((some, bytes) => some + bytes, before);
    const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(1);
    return `${megabytes(sum)} of ${megabytes(all)} MB copied; ${open.length} of ${moves.length} partitions here are moving`;
  }

  async function elect(topics: readonly string[] | undefined, { signal, report }: WorkContext): Promise<void> {
    for (; ; await sleep(POLL_INTERVAL, undefined, { signal })) {
      try {
        const [moving, known] = await Promise.all([
          brokers.read(reassignmentsOn),
          brokers.read((link) => partitionsOn(link, "all")),
        ]);
        const still = [...moving.values()].filter(({ topic }) => topics?.includes(topic) ?? true);
        if (still.length > 0) {
          report(`waits until ${still.length} partitions have moved`);
          continue;
        }
        await throttle.off();
        const chosen = (known ?? []).filter(
          ({ topic, replicas: [first = -1], leader, isr }) =>
            (topics?.includes(topic) ?? true) && leader !== first && isr.includes(first),
        );
        if (chosen.length === 0) return;
        await electFirst(chosen);
        report(`${chosen.length} partitions get their first replica as leader`);
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error;
        report(error.message);
      }
    }
  }

  async function electFirst(chosen: readonly KnownPartition[]): Promise<void> {
    const names = topicsOf(chosen);
    const asked = [...names].map((name) => ({
      name,
      partitions: chosen.filter(({ topic }) => topic === name).map(({ number }) => number),
    }));
    // What is refused for one partition is seen at the next look.
    const { errorCode } = await brokers.change(await electLeadersV2(), [asked, BROKER_TIMEOUT]);
    if (errorCode !== 0) throw refusal(errorCode, "", "leaders cannot be elected");
  }

  /** Each partition keeps the replicas that it had before its move. */
  async function cancel(moves?: readonly Move[]): Promise<void> {
    const moving = await brokers.read(reassignmentsOn);
    const names = moves && new Set(moves.map(nameOf));
    const chosen = [...moving.values()].filter((each) => names?.has(nameOf(each)) ?? true);
    if (chosen.length > 0) await alter(chosen, () => null);
    await throttle.off();
  }

  async function cancelAll({ signal, report }: WorkContext): Promise<void> {
    for (; ; await sleep(POLL_INTERVAL, undefined, { signal })) {
      try {
        await cancel();
        if ((await brokers.read(reassignmentsOn)).size === 0) return;
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error;
        report(error.message);
      }
    }
  }

  async function carryOut(work: Work, context: WorkContext): Promise<void> {
    context.signal.throwIfAborted();
    const known = partitionWorkOf(work);
    switch (known?.name) {
      case "move":
        return move(known, context);
      case "elect":
        return elect(known.topics, context);
      case "cancel":
        return cancelAll(context);
      default:
        throw new ReeveError("bad-input", `a broker has no work called ${work.name}`);
    }
  }

  let last: Promise<void> = Promise.resolve();
  return {
    perform(work, context) {
      // Work that was stopped may have a request under way, which must not come after what undoes it.
      last = last.catch(() => undefined).then(() => carryOut(work, context));
      return last;
    },
    begin: (moves, rate) => begin(moves, rate),
  };
}

function topicsOf(of: readonly { readonly topic: string }[]): ReadonlySet<string> {
  return new Set(of.map(({ topic }) => topic));
}

/** Whether a partition is where it was to go, or its topic is gone. */
function isThere(move: Move, partitions: Seen["partitions"], reassignments: Seen["reassignments"]): boolean {
  const known = partitions.get(nameOf(move));
  return !known || (!reassignments.has(nameOf(move)) && isSame(known.replicas, move.to));
}

function isOnItsWay(move: Move, partitions: Seen["partitions"], reassignments: Seen["reassignments"]): boolean {
  const { removing } = reassignments.get(nameOf(move)) ?? {};
  const replicas = partitions.get(nameOf(move))?.replicas ?? [];
  return (
    removing !== undefined &&
    isSame(
      replicas.filter((id) => !removing.includes(id)),
      move.to,
    )
  );
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}

/** Whether asking again helps: no broker or controller answered. Moves are asked for by their end, so that twice is the same as once. */
function isPassing(error: unknown): error is ReeveError {
  return isReeveError(error) && ["unreachable", "timed-out", "server-failure"].includes(error.code);
}
