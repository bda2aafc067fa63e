import { operation } from "@reeve/contract";
import { messageAnswer } from "@reeve/scheduler-models";

export const underReplicatedPartitions = operation({
  summary: "Show partitions that have fewer replicas in sync than they should",
  about: "The message is empty if there are no such partitions.",
  effect: "read",
  output: messageAnswer,
  routes: {
    R1: "GET /topics/under_replicated_partitions",
    R2: "GET /topics/under_replicated_partitions",
    R3: "GET /topics/under_replicated_partitions",
  },
});

export const unavailablePartitions = operation({
  summary: "Show partitions that have no leader",
  about: "The message is empty if there are no such partitions.",
  effect: "read",
  output: messageAnswer,
  routes: {
    R1: "GET /topics/unavailable_partitions",
    R2: "GET /topics/unavailable_partitions",
    R3: "GET /topics/unavailable_partitions",
  },
});
