import { about, integer, operation, resourceList, type Schema } from "@reeve/contract";
import { messageAnswer } from "@reeve/scheduler-models";
import * as v from "valibot";
import { createTopic, createTopicWith, partitionCount } from "./create-topic.ts";
import { showMoves } from "./moves.ts";
import { unavailablePartitions, underReplicatedPartitions } from "./partition-report.ts";
import { testProducer } from "./producer-test.ts";
import { Proposal } from "./proposal.ts";
import { type Throttled, type ThrottledInput, throttle } from "./throttle.ts";
import { TopicDescription } from "./topic-description.ts";
import { TopicInput, TopicName } from "./topic-name.ts";
import { topicOffsets } from "./topic-offsets.ts";
import { topicOverview } from "./topic-overview.ts";
import { configureTopic, showTopicSettings } from "./topic-settings.ts";

/** The names of all topics. */
export type TopicList = readonly string[];

export const TopicList: Schema<TopicList> = resourceList("TopicList", "The names of all topics.", v.string());

/** The new number of partitions of a topic. */
export interface AlterTopicInput extends TopicInput {
  /** Number of partitions. */
  readonly partitions: number;
}

/** The new number of replicas of each partition of a topic. */
export interface ReplicationInput extends TopicInput, ThrottledInput {
  /** Number of replicas of each partition. */
  readonly copies: number;
}

export const AlterTopicInput: Schema<AlterTopicInput, AlterTopicInput> = v.strictObject({ topic: TopicName, partitions: partitionCount });

export const ReplicationInput: Schema<Throttled<ReplicationInput>, ReplicationInput> = v.strictObject({
  topic: TopicName,
  copies: about("number of replicas of each partition", integer(1, 32767), { isPositional: true }),
  throttle,
});

export const listTopics = operation({
  summary: "List the topics",
  effect: "read",
  output: TopicList,
  list: { of: "topics", hasEvents: false },
  names: { topic: (topics) => topics },
  provesKind: () => true,
  routes: { R1: "GET /topics", R2: "GET /topics", R3: "GET /topics" },
});

/** The API document lists POST but shows GET in its example. The client sends GET, and the service accepts both. */
const DESCRIBE = ["GET /topics/{topic}", "POST /topics/{topic}"] as const;

export const describeTopic = operation({
  summary: "Describe a topic",
  about: "Shows the leader, the in-sync replicas and the epochs of each partition.",
  effect: "read",
  shows: "topic",
  input: TopicInput,
  output: TopicDescription,
  routes: { R1: DESCRIBE, R2: DESCRIBE, R3: DESCRIBE },
  example: { topic: "orders" },
});

const ALTER = "PUT /topics/{topic}?operation=partitions&partitions={partitions}";

export const alterTopic = operation({
  summary: "Raise the number of partitions of a topic",
  about:
    "Records with a key may then go to another partition than before, which can break the order of records with the same key, and readers that rely on the partition of a key.",
  effect: "change",
  verifiedBy: "topics.describe",
  resultName: "topic",
  input: AlterTopicInput,
  output: messageAnswer,
  routes: { R1: ALTER, R2: ALTER, R3: ALTER },
  example: { topic: "orders", partitions: 24 },
});

export const proposeReplication = operation({
  summary: "Show what moves if a topic gets more or fewer replicas",
  effect: "read",
  input: ReplicationInput,
  output: Proposal,
  routes: { "*": "GET {reeve}/topics/{topic}/replication?copies={copies}&throttle={throttle}" },
  example: { topic: "orders", copies: 2 },
});

export const changeReplication = operation({
  summary: "Raise or lower the number of replicas of a topic's partitions",
  about: "This starts the partitions plan, which adds or removes replicas in batches. A dry run shows the changes.",
  effect: "change",
  verifiedBy: "topics.describe",
  previewedBy: "topics.proposal",
  wait: { by: "plan", plan: "partitions", read: showMoves, done: "every partition has the requested number of replicas" },
  input: ReplicationInput,
  output: Proposal,
  routes: { "*": "POST {reeve}/topics/{topic}/replication?copies={copies}&throttle={throttle}" },
  example: { topic: "orders", copies: 2 },
});

export const deleteTopic = operation({
  summary: "Delete a topic",
  about: "The topic is marked for deletion, which has no effect unless the engine's delete.topic.enable is true.",
  effect: "destroy",
  verifiedBy: "topics.list",
  consequence: "This deletes the topic {topic} with all its records. It cannot be undone.",
  confirmation: { act: "deleting", name: "{topic}", detail: "partitions" },
  wait: { by: "absence", done: "topic {topic} is gone" },
  each: "topic",
  changesNames: true,
  resultName: "topic",
  input: TopicInput,
  output: { ...messageAnswer, statuses: [200, 202] },
  routes: { R1: "DELETE /topics/{topic}", R2: "DELETE /topics/{topic}", R3: "DELETE /topics/{topic}" },
  example: { topic: "orders" },
});

/** The operations on topics, by verb. */
export const topicOperations = {
  list: listTopics,
  overview: topicOverview,
  describe: describeTopic,
  create: createTopic,
  createWith: createTopicWith,
  settings: showTopicSettings,
  configure: configureTopic,
  offsets: topicOffsets,
  alter: alterTopic,
  proposal: proposeReplication,
  replication: changeReplication,
  producerTest: testProducer,
  delete: deleteTopic,
  underReplicated: underReplicatedPartitions,
  unavailable: unavailablePartitions,
} as const;
