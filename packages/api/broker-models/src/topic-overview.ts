import { about, integer, object, operation, resource, resourceList, type Schema } from "@reeve/contract";
import * as v from "valibot";
import { TopicsInput } from "./topic-name.ts";

/** What an operator has to know of a topic: its partitions, their replicas, and how they spread over the brokers. */
export interface TopicOverview {
  readonly topic: string;
  readonly partitions: number;
  /** The number of replicas of each partition; the largest one if the partitions differ. */
  readonly replication: number;
  /** The number of replicas in sync of the partition that has the fewest. */
  readonly in_sync: number;
  /** The number of partitions with a replica that is not in sync. */
  readonly under_replicated: number;
  /** The number of partitions with fewer replicas in sync than `min.insync.replicas`, which refuse records from careful writers. */
  readonly below_minimum: number;
  /** The number of partitions without a leader. */
  readonly unavailable: number;
  /** The bytes of all replicas together. */
  readonly bytes: number;
  /** The brokers with replicas of the topic, ordered by number. */
  readonly brokers: readonly TopicShare[];
}

/** What a broker has of a topic. */
export interface TopicShare {
  readonly broker: number;
  readonly replicas: number;
  /** The number of partitions that the broker leads. */
  readonly leaders: number;
  readonly bytes: number;
}

const TopicShare: Schema<TopicShare> = object({
  broker: integer(),
  replicas: integer(),
  leaders: about("number of partitions that the broker leads", integer()),
  bytes: integer(),
});

const TopicOverview: Schema<TopicOverview> = resource("TopicOverview", "A topic with the totals of its partitions.", {
  topic: v.string(),
  partitions: integer(),
  replication: about("number of replicas of each partition; the largest one if the partitions differ", integer()),
  in_sync: about("number of replicas in sync of the partition that has the fewest", integer()),
  under_replicated: about("number of partitions with a replica that is not in sync", integer()),
  below_minimum: about("number of partitions with fewer replicas in sync than min.insync.replicas", integer()),
  unavailable: about("number of partitions without a leader", integer()),
  bytes: about("bytes of all replicas together", integer()),
  brokers: about("what each broker has of the topic, ordered by broker", v.array(TopicShare)),
});

/** The overviews of several topics, ordered by name. */
export type TopicOverviews = readonly TopicOverview[];

export const TopicOverviews: Schema<TopicOverviews> = resourceList(
  "TopicOverviews",
  "The topics with the totals of their partitions, ordered by name.",
  TopicOverview,
);

export const topicOverview = operation({
  summary: "List the topics with their partitions, replicas, sizes and leaders",
  effect: "read",
  input: TopicsInput,
  output: TopicOverviews,
  list: { of: "topic overviews", hasEvents: false },
  routes: { "*": "GET {reeve}/topics?topics={topics}" },
  example: { topics: "orders" },
});
