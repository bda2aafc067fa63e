import type { WorkPhase, WorkPlan } from "@reeve/orchestrator/engine";
import { copiesOf, type Move } from "./draft.ts";
import { workOf } from "./partition-work.ts";

const NAME = "partitions";

/** The default throttle, in bytes per second, for moving partitions away from a broker that is being decommissioned. */
export const DEFAULT_RATE = 50e6;

/** The maximum number of steps in a plan. People have to be able to read the list of steps. */
const MOST_STEPS = 100;
/** The minimum number of partitions in a step. Steps should be small, so that they soon end or can soon be cancelled. */
const FEWEST_IN_STEP = 5;

/** The maximum number of partitions that the name of a step lists. All other partitions of the step are only counted. */
const NAMED = 3;

export interface MovePlanOptions {
  /** The limit for each broker, in bytes per second. */
  readonly throttle?: number | undefined;
  /** The request as the history shows it. */
  readonly request: Readonly<Record<string, unknown>>;
  /** Ids of nodes that may be down during the moves. */
  readonly without?: readonly string[];
}

/** The plan that moves partitions in batches and then elects preferred leaders. Stopping the plan cancels the moves in progress. */
export function movePlan(moves: readonly Move[], { throttle, request, without = [] }: MovePlanOptions): WorkPlan {
  const all = bytesCopied(moves);
  let before = 0;
  const steps = batchesOf(moves).map((batch) => {
    const work = workOf({ name: "move", moves: batch.map(plain), before, all, ...(throttle !== undefined && { throttle }) });
    before += bytesCopied(batch);
    return { name: nameOf(batch), work: { ...work, without } };
  });
  const topics = [...new Set(moves.map(({ topic }) => topic))];
  return {
    name: NAME,
    phases: [{ name: "Move", strategy: "serial", steps }, leadersPhase(topics, without)],
    undo: UNDO,
    request,
  };
}

/** The plan that makes the preferred replica of each partition (the first in its replica list) the leader again. */
export function electionPlan(topics: readonly string[] | undefined): WorkPlan {
  return { name: NAME, phases: [leadersPhase(topics)], undo: UNDO, request: topics ? { topics: topics.join(",") } : {} };
}

/** The number of bytes that the moves copy between brokers. */
export function bytesCopied(moves: readonly Move[]): number {
  return moves.reduce((sum, move) => sum + move.bytes * copiesOf(move).length, 0);
}

const UNDO: readonly WorkPhase[] = [
  {
    name: "Cancel",
    strategy: "serial",
    steps: [{ name: "cancel", work: { ...workOf({ name: "cancel" }), atOnce: true } }],
  },
];

function leadersPhase(topics: readonly string[] | undefined, without: readonly string[] = []): WorkPhase {
  const work = workOf({ name: "elect", ...(topics && { topics: [...topics] }) });
  return { name: "Leaders", strategy: "serial", steps: [{ name: "preferred leaders", work: { ...work, without } }] };
}

/** The moves of each step of the plan. */
export function batchesOf(moves: readonly Move[]): readonly (readonly Move[])[] {
  const size = Math.max(FEWEST_IN_STEP, Math.ceil(moves.length / MOST_STEPS));
  return Array.from({ length: Math.ceil(moves.length / size) }, (_, at) => moves.slice(at * size, (at + 1) * size));
}

function nameOf(batch: readonly Move[]): string {
  const names = batch.slice(0, NAMED).map(({ topic, number }) => `${topic}-${number}`);
  const more = batch.length - names.length;
  return names.join(" ") + (more > 0 ? ` and ${more} more` : "");
}

function plain({ topic, number, from, to, bytes }: Move) {
  return { topic, number, from: [...from], to: [...to], bytes };
}
