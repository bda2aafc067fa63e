import type { Work } from "@reeve/orchestrator/engine";
import * as v from "valibot";

/** The work of a step in the `partitions` plan. After a crash, the step is requested again and continues. */
export type PartitionWork = v.InferOutput<typeof PartitionWork>;

const brokers = v.array(v.number());

const Move = v.object({ topic: v.string(), number: v.number(), from: brokers, to: brokers, bytes: v.number() });

const PartitionWork = v.variant("name", [
  /** Moves some partitions. The throttle limits the bandwidth, and is removed at the end. */
  v.object({
    name: v.literal("move"),
    moves: v.array(Move),
    /** Bytes a second. */
    throttle: v.optional(v.number()),
    /** `before`: the bytes that the earlier steps of the plan copy. `all`: the bytes that all steps of the plan copy together. */
    before: v.number(),
    all: v.number(),
  }),
  /** Elects the preferred leader (the first replica), if in sync, of each partition of the given topics (default: all). */
  v.object({ name: v.literal("elect"), topics: v.optional(v.array(v.string())) }),
  /** Cancels every move in progress, so that each partition keeps its earlier replicas. Also removes the throttles. */
  v.object({ name: v.literal("cancel") }),
]);

/** Parses the work of a step; returns undefined if the work does not concern partitions. */
export function partitionWorkOf({ name, parameters }: Work): PartitionWork | undefined {
  const read = v.safeParse(PartitionWork, { name, ...parameters });
  return read.success ? read.output : undefined;
}

/** Converts the work to the form in which a step stores it; `partitionWorkOf` converts it back. */
export function workOf({ name, ...parameters }: PartitionWork): Work {
  return { name, parameters };
}

/** The unit in which clients show the sizes of partitions. */
const MEBIBYTE = 2 ** 20;

/** Returns the progress of a step: the bytes that the plan has copied so far, and the number of partitions still moving. */
export function progressOf({ moves, before, all }: Extract<PartitionWork, { name: "move" }>, copied: number, open: number): string {
  const mebibytes = (bytes: number) => (bytes / MEBIBYTE).toFixed(1);
  const moving = `${open} of ${moves.length} partitions of this step ${open === 1 ? "is" : "are"} moving`;
  return `${mebibytes(before + copied)} of ${mebibytes(all)} MiB copied; ${moving}`;
}

/** The number of replicas of a partition for which nothing else is given. */
export function usualCopies(brokers: number): number {
  return Math.min(3, brokers);
}

/**
 * The default of `min.insync.replicas`. With three or more replicas the default is 2, so that the loss of one broker loses no acknowledged
 * record. With fewer replicas it is 1, because 2 would stop all writes as soon as one replica is lost.
 */
export function leastInSync(copies: number): number {
  return Math.max(1, Math.min(2, copies - 1));
}

/** Returns a warning if a single broker may hold the only copy of an acknowledged record of a topic; undefined if that cannot happen. */
export function aloneNote(copies: number, inSync: number): string | undefined {
  const alone = "a single broker may hold the only copy of an acknowledged record";
  if (copies === 1) return `${alone}: each partition has one copy`;
  if (inSync > 1) return undefined;
  return `${alone}: min.insync.replicas is 1, so one broker may acknowledge a record while the other copies are out of sync`;
}
