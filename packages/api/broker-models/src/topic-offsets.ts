import { about, integer, keyed, operation, resourceList, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { PartitionNumber } from "./topic-description.ts";
import { type TopicInput, TopicName } from "./topic-name.ts";

/** Selects offsets: the first, the last, or those at a time in milliseconds since 1970. */
export type OffsetTime = "first" | "last" | number;

/** The topic, and the time of the offsets; by default the last offsets. */
export interface OffsetsInput extends TopicInput {
  /** `first`, `last`, or a time in milliseconds since 1970. */
  readonly time?: OffsetTime;
}

/**
 * Offsets as the API sends them: each element has one key, the partition's number, with the offset as decimal text. `offsetsOf` is easier
 * to use.
 */
export type TopicOffsets = readonly Readonly<Record<string, string>>[];

export const TopicOffsets: Schema<TopicOffsets> = resourceList(
  "TopicOffsets",
  "One object for each partition; its only key is the partition's number, its value the offset as decimal text.",
  keyed(PartitionNumber, v.string()),
);

const EXPECTED = "first, last or a time in milliseconds";

/** The engine's tools write -2 and -1 for first and last. */
const asNumber = { first: "-2", last: "-1" } as const;

const Time: Schema<OffsetTime, OffsetTime> = about(
  "first, last, or a time in milliseconds since 1970",
  v.pipe(
    v.union([v.picklist(["first", "last"]), integer(-2, undefined, EXPECTED)], `expected ${EXPECTED}`),
    v.transform((time): OffsetTime => (time === -2 ? "first" : time === -1 ? "last" : time)),
  ),
);

export const OffsetsInput: Schema<OffsetsInput, OffsetsInput> = v.strictObject({ topic: TopicName, time: v.exactOptional(Time) });

const ROUTE = "GET /topics/{topic}/offsets?time={time}";

export const topicOffsets = operation({
  summary: "Show the offsets of a topic",
  about: "Shows one offset for each partition: the last, the first, or the offset at a given time.",
  effect: "read",
  input: OffsetsInput,
  output: TopicOffsets,
  routes: { R1: ROUTE, R2: ROUTE, R3: ROUTE },
  spellings: { R3: { time: asNumber } },
  // Older servers accept the times `first` and `last` only as numbers, and answer 400 or 500 to the words.
  fallbackSpelling: {
    field: "time",
    refusedWith: [400, 500],
    spell: (text) => (text === "first" || text === "last" ? asNumber[text] : undefined),
  },
  example: { topic: "orders", time: "last" },
});
