import {
  alterTopic,
  assignPartitions,
  balancePartitions,
  changeReplication,
  configureTopic,
  createTopicWith,
  deleteGroup,
  deleteTopic,
  electLeaders,
  resetGroup,
  type TopicSetting,
} from "@reeve/broker-models";
import type { InstanceInfo } from "../state/cluster.ts";
import { type Action, actionOn } from "./action.ts";

/** The action that creates a topic. */
export function createActions(info: InstanceInfo): readonly Action[] {
  return actionOn(info, createTopicWith, {
    label: "Create a topic",
    about: "The replicas of each partition are on different brokers. The brokers have defaults for what is left out.",
    opens: ({ topic }) => ["topics", String(topic)],
    questions: { topic: "", partitions: "", replication: "", set: "" },
  });
}

/** The actions on a topic that now has the given numbers of partitions and replicas. */
export function topicActions(info: InstanceInfo, topic: string, partitions: number, copies: number): readonly Action[] {
  const input = { topic };
  return [
    ...actionOn(info, alterTopic, {
      label: "Add partitions",
      title: `Add partitions to ${topic}`,
      about: "A topic can get more partitions, never fewer. New records with the same key may go to another partition than older ones.",
      input,
      questions: { partitions: String(partitions + 1) },
    }),
    ...actionOn(info, changeReplication, {
      label: "Change replication",
      title: `Change replication of ${topic}`,
      about: "Replicas of its partitions are added or removed in batches. The partitions plan shows the moves.",
      input,
      questions: { copies: String(copies), throttle: FIRST_RATE },
    }),
    ...actionOn(info, assignPartitions, {
      label: "Move by hand",
      title: `Move partitions of ${topic}`,
      about: "The partitions get exactly these brokers. The partitions plan shows the moves.",
      input,
      questions: { numbers: "", replicas: "", throttle: FIRST_RATE },
    }),
    ...actionOn(info, deleteTopic, { label: "Delete", title: `Delete ${topic}`, input, opens: () => ["topics"] }),
  ];
}

/** The actions on a setting of a topic. */
export function settingActions(info: InstanceInfo, topic: string, { name, value, origin }: TopicSetting): readonly Action[] {
  return [
    ...actionOn(info, configureTopic, {
      label: "change",
      title: `Change ${name} of ${topic}`,
      about: "The brokers use the new value at once.",
      input: { topic },
      questions: { set: `${name}=${value ?? ""}` },
    }),
    ...(origin === "topic"
      ? actionOn(info, configureTopic, {
          label: "inherit",
          title: `Let ${topic} inherit ${name}`,
          about: "The topic loses its own value, and the one of the brokers applies.",
          input: { topic, unset: [name] },
        })
      : []),
  ];
}

/** The first value of the maximum rate at which partitions are copied. */
const FIRST_RATE = "50MB/s";

/** The actions on all partitions. */
export function partitionActions(info: InstanceInfo, drawPreview?: Action["drawPreview"]): readonly Action[] {
  return [
    ...actionOn(info, balancePartitions, {
      label: "Balance partitions",
      about: "As few partitions as possible move until all brokers have the same share. The plan partitions shows the moves.",
      questions: { throttle: FIRST_RATE, away_from: "" },
      ...(drawPreview && { drawPreview }),
    }),
    ...actionOn(info, electLeaders, {
      label: "Elect leaders",
      about: "The first replica of each partition becomes its leader again. The election waits until a rollout in progress has ended.",
    }),
  ];
}

/** The actions on a consumer group. A reset shows the new offsets before it is sent. */
export function groupActions(info: InstanceInfo, group: string, drawPreview: NonNullable<Action["drawPreview"]>): readonly Action[] {
  const input = { group };
  return [
    ...actionOn(info, resetGroup, {
      ...{ label: "Reset", title: `Reset ${group}`, input, drawPreview },
      questions: { topics: "", to: "", offset: "", by: "" },
    }),
    ...actionOn(info, deleteGroup, { label: "Delete", title: `Delete ${group}`, input, opens: () => ["groups"] }),
  ];
}
