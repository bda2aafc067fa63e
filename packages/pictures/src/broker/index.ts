import { activeStage, type brokerApi } from "@reeve/broker-models";
import { fields } from "../shared/fields.ts";
import { names } from "../shared/names.ts";
import { nodes, ownNodes } from "../shared/nodes.ts";
import { controls, plan } from "../shared/plans.ts";
import type { Pictures } from "../view.ts";
import { brokers } from "./brokers.ts";
import { topics } from "./topics.ts";

/** What the answers of a message broker service look like. */
export const pictures: Pictures<typeof brokerApi> = {
  connection: { show: (value, { look }) => fields(value, look) },
  brokers,
  topics,
  configurations: {
    list: names("configurations"),
    show: (value, { look }) => fields(value, look),
    target: (value, { look }) => fields(value, look),
  },
  plans: {
    list: names("plans"),
    show: plan,
    all: names("plans"),
    inspect: plan,
    active: ({ block, phase, ...rest }, { look }) => fields({ rollout: activeStage(rest), phase, block }, look),
    ...controls,
  },
  pods: { list: names("nodes"), ...nodes },
  nodes: ownNodes,
};
