import {
  copiesOf,
  DEFAULT_RATE,
  emptyingMoves,
  type Move,
  type PartitionWork,
  partitionWorkOf,
  progressOf,
} from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import type { EngineContext, Layout, PlacedPartition, Readiness, Work, WorkContext } from "@reeve/orchestrator/engine";
import type { SimulatedBrokers } from "../settings.ts";
import type { Timers } from "../world/timers.ts";
import { moved, rebalanced } from "./election.ts";
import type { EffectiveSettings } from "./engine-settings.ts";
import type { Ledger, Place } from "./ledger.ts";
import { RECORD_BYTES } from "./log.ts";
import { FETCHED, type Membership } from "./membership.ts";
import { inOrder, namedFew, type PartitionEntry } from "./partition.ts";

/** Milliseconds between two polls of the moving partitions. */
const POLL_INTERVAL = 50;

const MEGABYTE = 2 ** 20;

export interface Moves {
  layout(): Layout;
  perform(work: Work, context: WorkContext): Promise<void>;
  /** Moves all partitions away from a broker. Called repeatedly until the broker has no partitions left. */
  empty(broker: number): Readiness;
  /**
   * Called repeatedly until no partition is moving. With `first`, the preferred leader (the first replica) of each partition is then
   * elected.
   */
  settle(leaders: "first" | "any"): Readiness;
}

/** Moves partitions between simulated brokers. How long a copy takes depends on its bytes. Copying continues while the service is down. */
export function movePartitions(
  ledger: Ledger,
  membership: Membership,
  timers: Timers,
  settings: () => EffectiveSettings,
  { nodes, definition }: EngineContext<SimulatedBrokers>,
): Moves {
  const all = () => ledger.topicNames().flatMap((name) => ledger.topic(name)?.partitions ?? []);

  function layout(): Layout {
    const inEffect = settings();
    return {
      brokers: nodes().map(({ index, placement, leaving }) => ({
        id: index,
        agent: placement?.agent,
        isRunning: membership.answers(index),
        isLeaving: leaving === true,
        disk: definition().settings.BROKER_DISK * MEGABYTE,
      })),
      partitions: all().map((partition) => placed(partition, inEffect)),
    };
  }

  /** Begins moves. Each broker copies its new replicas one after another, so a copy that is requested later also ends later. */
  function begin(moves: readonly Move[], throttle: number | undefined): void {
    const rate = Math.min(FETCHED, (throttle ?? Number.POSITIVE_INFINITY) / 1000);
    const busy = new Map<number, number>();
    const places = moves.flatMap((move): readonly (readonly [PartitionEntry, Place])[] => {
      const partition = ledger.topic(move.topic)?.partitions[move.number];
      if (!partition || partition.moving || isSame(partition.replicas, move.to)) return [];
      const { replicas, state, log } = partition;
      const copies = copiesOf({ from: replicas, to: move.to });
      const concerned = copies.length === 0 ? [] : [...copies, state.leader];
      const since = Math.max(0, ...concerned.map((id) => busy.get(id) ?? 0));
      const until = since + (copies.length * (log.end - log.start) * RECORD_BYTES) / rate;
      for (const id of concerned) busy.set(id, until);
      const [begins, ends] = [since, until].map((after) => timers.now() + after * timers.pace()) as [number, number];
      return [[partition, { replicas, state, moving: { to: move.to, begins, ends } }]];
    });
    ledger.commit({ places });
  }

  /** Completes the copies whose end time has passed, if their brokers are running. */
  function complete(): void {
    const decision = membership.decision();
    const places = [...ledger.moving].flatMap((partition): readonly (readonly [PartitionEntry, Place])[] => {
      const { moving, replicas, state } = partition;
      if (!moving || moving.ends > timers.now() || state.leader < 0) return [];
      if (!copiesOf({ from: replicas, to: moving.to }).every(membership.answers)) return [];
      const after = { ...partition, replicas: moving.to };
      return [[partition, { replicas: moving.to, state: moved(after, moving.to, decision), moving: undefined }]];
    });
    if (places.length > 0) ledger.commit({ places });
  }

  async function move(work: Extract<PartitionWork, { name: "move" }>, { signal, report }: WorkContext): Promise<void> {
    begin(work.moves, work.throttle);
    for (;;) {
      complete();
      const open = work.moves.filter(({ topic, number }) => ledger.topic(topic)?.partitions[number]?.moving);
      if (open.length === 0) return;
      report(progressOf(work, copiedOf(work.moves), open.length));
      await timers.sleep(POLL_INTERVAL, signal);
    }
  }

  /** Returns the bytes that the moves of a step have copied so far. */
  function copiedOf(moves: readonly Move[]): number {
    return moves.reduce((sum, { topic, number, from, to, bytes }) => {
      const { begins, ends } = ledger.topic(topic)?.partitions[number]?.moving ?? { begins: 0, ends: 0 };
      const share = ends <= begins ? 1 : Math.min(1, Math.max(0, (timers.now() - begins) / (ends - begins)));
      return sum + share * bytes * copiesOf({ from, to }).length;
    }, 0);
  }

  async function elect(topics: readonly string[] | undefined, { signal, report }: WorkContext): Promise<void> {
    for (complete(); ledger.moving.size > 0; complete()) {
      report(`waits until ${ledger.moving.size} partitions have moved`);
      await timers.sleep(POLL_INTERVAL, signal);
    }
    const decision = membership.decision();
    const chosen = inOrder(ledger.imbalanced).filter(({ topic }) => topics?.includes(topic) ?? true);
    ledger.commit({ states: chosen.map((partition) => [partition, rebalanced(partition, decision)] as const) });
  }

  function cancel(): void {
    const staying = ({ replicas, state }: PartitionEntry): Place => ({ replicas, state, moving: undefined });
    ledger.commit({ places: [...ledger.moving].map((partition) => [partition, staying(partition)] as const) });
  }

  function empty(broker: number): Readiness {
    complete();
    const left = [...ledger.on(broker), ...[...ledger.moving].filter(({ moving }) => moving?.to.includes(broker))];
    if (left.length === 0) return { ready: true };
    begin(emptyingMoves(layout(), new Set([broker])), DEFAULT_RATE);
    return { ready: false, reason: namedFew(new Set(left), "have yet to move to other brokers") };
  }

  return {
    layout,
    empty,
    settle(leaders) {
      complete();
      if (ledger.moving.size > 0) return { ready: false, reason: "partitions are moving" };
      if (leaders === "first") membership.bringLeadersBack();
      return { ready: true };
    },
    async perform(work, context) {
      const known = partitionWorkOf(work);
      switch (known?.name) {
        case "move":
          return move(known, context);
        case "elect":
          return elect(known.topics, context);
        case "cancel":
          return cancel();
        default:
          throw new ReeveError("bad-input", `unknown work for a broker: ${work.name}`);
      }
    },
  };
}

function placed(partition: PartitionEntry, { minInSync }: EffectiveSettings): PlacedPartition {
  const { topic, number, replicas, state, log, moving } = partition;
  return {
    topic,
    number,
    replicas: moving?.to ?? replicas,
    leaves: moving ? replicas.filter((id) => !moving.to.includes(id)) : [],
    joins: moving ? copiesOf({ from: replicas, to: moving.to }) : [],
    leader: state.leader,
    isr: state.isr,
    minInSync: minInSync(partition),
    bytes: (log.end - log.start) * RECORD_BYTES,
  };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}
