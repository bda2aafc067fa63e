import { isDeepStrictEqual } from "node:util";
import { copiesOf, DEFAULT_RATE, emptyingMoves, type Move, type PartitionWork, partitionWorkOf, progressOf } from "@reeve/broker-planning";
import { ReeveError } from "@reeve/contract";
import {
  type Layout,
  notReady,
  type PlacedPartition,
  READY,
  type Readiness,
  type Work,
  type WorkContext,
} from "@reeve/orchestrator/engine";
import type { BrokerParts } from "./broker-engine.ts";
import { moved, rebalanced } from "./election.ts";
import type { EffectiveSettings } from "./engine-settings.ts";
import type { ReplicaPlacement } from "./ledger.ts";
import { type PartitionLog, RECORD_BYTES } from "./log.ts";
import { FETCHED } from "./membership.ts";
import { inOrder, namedFewEntries, type PartitionEntry } from "./partition.ts";

const POLL_INTERVAL = 50;

const MEGABYTE = 2 ** 20;

/** Moves partitions between simulated brokers. How long a copy takes depends on its bytes. Copying continues while the service is down. */
export function movePartitions(state: BrokerParts) {
  const { ledger, membership } = state;
  return {
    layout: () => layout(state),
    /** Moves all partitions away from a broker. Called repeatedly until the broker has no partitions left. */
    empty: (broker: number) => empty(state, broker),
    /** Called until no partition moves. With `first`, each partition then elects its preferred leader (the first replica). */
    settle(leaders: "first" | "any"): Readiness {
      complete(state);
      if (ledger.moving.size > 0) return notReady("partitions are moving");
      if (leaders === "first") membership.bringLeadersBack();
      return READY;
    },
    perform: (work: Work, context: WorkContext) => perform(state, work, context),
  };
}

function all({ ledger }: BrokerParts): PartitionEntry[] {
  return ledger.topicNames().flatMap((name) => ledger.topic(name)?.partitions ?? []);
}

function layout(state: BrokerParts): Layout {
  const { settings, nodes, membership, definition } = state;
  const inEffect = settings();
  return {
    brokers: nodes().map(({ index, placement, leaving }) => ({
      id: index,
      agent: placement?.agent,
      isRunning: membership.answers(index),
      isLeaving: leaving === true,
      disk: definition().settings.BROKER_DISK * MEGABYTE,
    })),
    partitions: all(state).map((partition) => placed(partition, state.traffic.logOf(partition), inEffect)),
  };
}

/** Begins moves. Each broker copies its new replicas one after another, so a copy that is requested later also ends later. */
function begin({ ledger, timers }: BrokerParts, moves: readonly Move[], throttle: number | undefined): void {
  const rate = Math.min(FETCHED, (throttle ?? Number.POSITIVE_INFINITY) / 1000);
  const busy = new Map<number, number>();
  const places = moves.flatMap((move): readonly (readonly [PartitionEntry, ReplicaPlacement])[] => {
    const partition = ledger.topic(move.topic)?.partitions[move.number];
    if (!partition || partition.moving || isDeepStrictEqual(partition.replicas, move.to)) return [];
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
function complete({ membership, ledger, timers }: BrokerParts): void {
  const decision = membership.decision();
  const places = [...ledger.moving].flatMap((partition): readonly (readonly [PartitionEntry, ReplicaPlacement])[] => {
    const { moving, replicas, state } = partition;
    if (!moving || moving.ends > timers.now() || state.leader < 0) return [];
    if (!copiesOf({ from: replicas, to: moving.to }).every(membership.answers)) return [];
    const after = { ...partition, replicas: moving.to };
    return [[partition, { replicas: moving.to, state: moved(after, moving.to, decision), moving: undefined }]];
  });
  if (places.length > 0) ledger.commit({ places });
}

async function move(state: BrokerParts, work: Extract<PartitionWork, { name: "move" }>, { signal, report }: WorkContext): Promise<void> {
  const { ledger, timers } = state;
  begin(state, work.moves, work.throttle);
  for (;;) {
    complete(state);
    const open = work.moves.filter(({ topic, number }) => ledger.topic(topic)?.partitions[number]?.moving);
    if (open.length === 0) return;
    report(progressOf(work, copiedOf(state, work.moves), open.length));
    await timers.sleep(POLL_INTERVAL, signal);
  }
}

function copiedOf({ ledger, timers }: BrokerParts, moves: readonly Move[]): number {
  return moves.reduce((sum, { topic, number, from, to, bytes }) => {
    const { begins, ends } = ledger.topic(topic)?.partitions[number]?.moving ?? { begins: 0, ends: 0 };
    const share = ends <= begins ? 1 : Math.min(1, Math.max(0, (timers.now() - begins) / (ends - begins)));
    return sum + share * bytes * copiesOf({ from, to }).length;
  }, 0);
}

async function elect(state: BrokerParts, topics: readonly string[] | undefined, { signal, report }: WorkContext): Promise<void> {
  const { ledger, timers, membership } = state;
  for (complete(state); ledger.moving.size > 0; complete(state)) {
    report(`waits until ${ledger.moving.size} partitions have moved`);
    await timers.sleep(POLL_INTERVAL, signal);
  }
  const decision = membership.decision();
  const chosen = inOrder(ledger.imbalanced).filter(({ topic }) => topics?.includes(topic) ?? true);
  ledger.commit({ states: chosen.map((partition) => [partition, rebalanced(partition, decision)] as const) });
}

function cancel({ ledger }: BrokerParts): void {
  const staying = ({ replicas, state }: PartitionEntry): ReplicaPlacement => ({ replicas, state, moving: undefined });
  ledger.commit({ places: [...ledger.moving].map((partition) => [partition, staying(partition)] as const) });
}

function empty(state: BrokerParts, broker: number): Readiness {
  const { ledger } = state;
  complete(state);
  const left = [...ledger.on(broker), ...[...ledger.moving].filter(({ moving }) => moving?.to.includes(broker))];
  if (left.length === 0) return READY;
  begin(state, emptyingMoves(layout(state), new Set([broker])), DEFAULT_RATE);
  return notReady(namedFewEntries(new Set(left), "have yet to move to other brokers"));
}

async function perform(state: BrokerParts, work: Work, context: WorkContext): Promise<void> {
  const known = partitionWorkOf(work);
  switch (known?.name) {
    case "move":
      return move(state, known, context);
    case "elect":
      return elect(state, known.topics, context);
    case "cancel":
      return cancel(state);
    default:
      throw new ReeveError("bad-input", `unknown work for a broker: ${work.name}`);
  }
}

function placed(partition: PartitionEntry, log: PartitionLog, { minInSync }: EffectiveSettings): PlacedPartition {
  const { topic, number, replicas, state, moving } = partition;
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
