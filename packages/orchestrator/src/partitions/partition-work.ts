import * as v from "valibot";
import type { Work } from "../work.ts";

/** What engines of brokers perform for the plan `partitions`; asked for again after a kill, each continues what is under way. */
export type PartitionWork = v.InferOutput<typeof PartitionWork>;

const brokers = v.array(v.number());

const Move = v.object({ topic: v.string(), number: v.number(), from: brokers, to: brokers, bytes: v.number() });

const PartitionWork = v.variant("name", [
  /** Moves some partitions, at most as fast as asked for, and takes the throttle off again. */
  v.object({
    name: v.literal("move"),
    moves: v.array(Move),
    /** Bytes a second. */
    throttle: v.optional(v.number()),
    /** The bytes that earlier steps of the plan copy, and those of all its steps. */
    before: v.number(),
    all: v.number(),
  }),
  /** Makes the first replica of each partition its leader where it is in sync; of some topics, or of all. */
  v.object({ name: v.literal("elect"), topics: v.optional(v.array(v.string())) }),
  /** Cancels every move that is under way, so that each partition has its earlier replicas, and takes throttles off. */
  v.object({ name: v.literal("cancel") }),
]);

/** The work of a step, by its name and parameters; undefined where it is none of these. */
export function partitionWorkOf({ name, parameters }: Work): PartitionWork | undefined {
  const read = v.safeParse(PartitionWork, { name, ...parameters });
  return read.success ? read.output : undefined;
}

/** The same as work of a step. */
export function workOf({ name, ...parameters }: PartitionWork): Work {
  return { name, parameters };
}
