import { about, integer, operation, resource, type Schema } from "@reeve/contract";
import { messageAnswer } from "@reeve/scheduler-models";
import * as v from "valibot";
import { type TopicInput, TopicName } from "./topic-name.ts";
import { SettingValues } from "./topic-settings.ts";

/** A topic to be created. */
export interface CreateTopicInput extends TopicInput {
  /** Number of partitions. */
  readonly partitions: number;
  /** Number of replicas of each partition. */
  readonly replication: number;
}

/** A topic to be created, perhaps with settings of its own. */
export interface CreateTopicWithInput extends TopicInput {
  /** Number of partitions (default: the brokers' `num.partitions`). */
  readonly partitions?: number;
  /** Number of replicas of each partition (default: the brokers' `default.replication.factor`). */
  readonly replication?: number;
  /** A setting of the new topic, such as `retention.ms=3600000`; may be given several times. */
  readonly set?: SettingValues;
}

/** A topic that has been created. */
export interface CreatedTopic {
  readonly topic: string;
  readonly partitions: number;
  readonly replication: number;
  /** A warning that acknowledged records may exist on a single broker. */
  readonly note?: string;
}

/** The maximum number of partitions of a topic. No known cluster has more in total. */
const MAX_PARTITIONS = 1_000_000;

/** The input field for the number of partitions. */
export const partitionCount: v.GenericSchema<number> = about("number of partitions", integer(1, MAX_PARTITIONS));

const replication = integer(1, 32767);

export const CreateTopicInput: Schema<CreateTopicInput, CreateTopicInput> = v.strictObject({
  topic: TopicName,
  partitions: partitionCount,
  replication: about("number of replicas of each partition", replication),
});

export const CreateTopicWithInput: Schema<CreateTopicWithInput, CreateTopicWithInput> = v.strictObject({
  topic: TopicName,
  partitions: about("number of partitions (default: the brokers' num.partitions)", v.exactOptional(integer(1, MAX_PARTITIONS))),
  replication: about(
    "number of replicas of each partition (default: the brokers' default.replication.factor)",
    v.exactOptional(replication),
  ),
  set: about("a setting of the new topic, such as retention.ms=3600000; may be given several times", v.exactOptional(SettingValues), {
    isPositional: false,
  }),
});

export const CreatedTopic: Schema<CreatedTopic> = resource("CreatedTopic", "A topic that has been created.", {
  topic: v.string(),
  partitions: integer(),
  replication: about("number of replicas of each partition", integer()),
  note: about(
    "a warning that acknowledged records may exist on one broker alone; absent if there is no such risk",
    v.exactOptional(v.string()),
  ),
});

export const createTopic = operation({
  summary: "Create a topic",
  about: "With the Reeve service, a topic can have settings of its own, and numbers that are not given are the brokers' defaults.",
  effect: "change",
  verifiedBy: "topics.describe",
  extendedBy: "topics.createWith",
  each: "topic",
  changesNames: true,
  resultName: "topic",
  input: CreateTopicInput,
  output: messageAnswer,
  routes: {
    R1: "POST /topics?name={topic}&partitions={partitions}&replication={replication}",
    R2: "POST /topics?name={topic}&partitions={partitions}&replication={replication}",
    R3: "POST /topics/{topic}?partitions={partitions}&replication={replication}",
  },
  example: { topic: "orders", partitions: 12, replication: 3 },
});

export const createTopicWith = operation({
  summary: "Create a topic with settings of its own, or with the brokers' defaults",
  effect: "change",
  verifiedBy: "topics.describe",
  changesNames: true,
  resultName: "topic",
  input: CreateTopicWithInput,
  body: ["partitions", "replication", "set"],
  output: CreatedTopic,
  routes: { "*": "POST {reeve}/topics/{topic}" },
  example: { topic: "payments", replication: 2, set: { "retention.ms": "60000" } },
});
