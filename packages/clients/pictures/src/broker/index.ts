import { activeStage, type BrokerList, type brokerApi } from "@reeve/broker-models";
import { shown } from "@reeve/terminal";
import { fields, inputText, names } from "../shared/fields.ts";
import { nodes, ownNodePictures } from "../shared/nodes.ts";
import { controls, plan, rollingRestartPictures } from "../shared/plans.ts";
import type { Draw, Pictures, View } from "../view.ts";
import { groups } from "./groups.ts";
import { partitions } from "./partitions.ts";
import { topics } from "./topics.ts";

export { effectOf } from "./groups.ts";
export { sharesOfBrokers, sharesOfBrokersByTopic, sharesOfTopics } from "./partition-shares.ts";

/** Functions that display the results of the operations on brokers. */
export const brokers: Required<Pictures<typeof brokerApi>>["brokers"] = {
  list,
  restart: begun("is being restarted"),
  replace: begun("is being replaced"),
};

/** One id per line; brokers that are down are marked. */
function list({ brokers: all, unavailable = [] }: BrokerList, { style }: View): readonly string[] {
  const down = new Set(unavailable);
  const ids = [...new Set([...all, ...down])];
  if (ids.length === 0) return ["no brokers"];
  return ids.map((id) => (down.has(id) ? `${shown(id, style)}  ${style.paint.red("down")}` : shown(id, style)));
}

function begun(done: string): Draw<readonly string[]> {
  return (tasks, view) => [shown(`broker ${inputText(view, "broker")} ${done} (${tasks.join(", ")})`, view.style)];
}

/** The renderers for the answers of a message broker service. */
export const brokerPictures: Pictures<typeof brokerApi> = {
  connection: { show: (value, { style }) => fields(value, style) },
  brokers,
  topics,
  partitions,
  groups,
  configurations: {
    list: names("configurations"),
    show: (value, { style }) => fields(value, style),
    target: (value, { style }) => fields(value, style),
  },
  plans: {
    list: names("plans"),
    show: plan,
    all: names("plans"),
    inspect: plan,
    active: ({ block, phase, ...rest }, { style }) => fields({ rollout: activeStage(rest), phase, block }, style),
    ...controls,
  },
  pods: { list: names("nodes"), ...nodes },
  nodes: ownNodePictures,
  rollingRestart: rollingRestartPictures,
};
