import type { InstanceInfo } from "../state/cluster.ts";
import { type Action, possible } from "./action.ts";
import { throttle } from "./partitions.ts";

export function createTopic(info: InstanceInfo): Action {
  return {
    info,
    label: "Create a topic",
    title: "Create a topic",
    about: "The replicas of each partition are on different brokers.",
    call: { name: "topics.create", input: {} },
    questions: [
      { field: "topic", label: "Name", value: "" },
      { field: "partitions", label: "Partitions", value: "3", isNumber: true },
      { field: "replication", label: "Replication", value: String(Math.min(3, info.nodes.count)), isNumber: true },
    ],
  };
}

/** The actions on a topic that now has the given numbers of partitions and replicas. */
export function topicActions(info: InstanceInfo, topic: string, partitions: number, copies: number): readonly Action[] {
  return possible([
    {
      info,
      label: "Add partitions",
      title: `Add partitions to ${topic}`,
      about:
        "A topic can get more partitions, never fewer. New records with the same key may go to another partition than older ones.",
      call: { name: "topics.alter", input: { topic } },
      questions: [
        { field: "partitions", label: "New number of partitions", value: String(partitions + 1), isNumber: true },
      ],
    },
    {
      info,
      label: "Change replication",
      title: `Change replication of ${topic}`,
      about: "Replicas of its partitions are added or removed in batches. The partitions plan shows the moves.",
      call: { name: "topics.replication", input: { topic } },
      questions: [
        { field: "copies", label: "Replicas of each partition", value: String(copies), isNumber: true },
        throttle,
      ],
    },
    {
      info,
      label: "Delete",
      title: `Delete ${topic}`,
      call: { name: "topics.delete", input: { topic } },
      name: topic,
    },
  ]);
}
