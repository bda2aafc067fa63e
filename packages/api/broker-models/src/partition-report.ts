import { operation } from "@reeve/contract";
import { messageAnswer } from "@reeve/scheduler-models";

const UNDER_REPLICATED = "GET /topics/under_replicated_partitions";
const UNAVAILABLE = "GET /topics/unavailable_partitions";

export const underReplicatedPartitions = operation({
  summary: "Show partitions that have fewer replicas in sync than they should",
  about: "The message is empty if there are no such partitions.",
  effect: "read",
  output: messageAnswer,
  routes: { R1: UNDER_REPLICATED, R2: UNDER_REPLICATED, R3: UNDER_REPLICATED },
});

export const unavailablePartitions = operation({
  summary: "Show partitions that have no leader",
  about: "The message is empty if there are no such partitions.",
  effect: "read",
  output: messageAnswer,
  routes: { R1: UNAVAILABLE, R2: UNAVAILABLE, R3: UNAVAILABLE },
});
