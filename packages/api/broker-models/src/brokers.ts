import { type Answer, about, answer, form, operation, resource, resourceList, type Schema, textOrNumber } from "@reeve/contract";
import { type Force, force, NUMBER, WAITED } from "@reeve/scheduler-models";
import * as v from "valibot";

/** A broker by its number: `0` or `"0"`. */
export interface BrokerInput {
  /** Number of the broker. */
  readonly broker: number | string;
}

/** A broker's number as the API writes it: digits. */
export interface BrokerId {
  readonly broker: string;
}

const Broker = textOrNumber("the number of a broker (0, 1, 2, …)", new RegExp(`^${NUMBER}$`));

const entries = { broker: about("number of the broker", Broker, { names: "broker", isPositional: true }) };

export const BrokerInput: Schema<BrokerId, BrokerInput> = v.strictObject(entries);

export const ReplaceBrokerInput: Schema<BrokerId & Force, BrokerInput & Force> = v.strictObject({ ...entries, force });

/** The ids of all configured brokers. */
export interface BrokerList {
  readonly brokers: readonly string[];
  /** The brokers that are down, if the server reports them. */
  readonly unavailable?: readonly string[];
}

export const BrokerList: Schema<BrokerList> = resource("BrokerList", "The ids of all configured brokers.", {
  brokers: about("ids of all brokers, as strings", v.array(v.string())),
  unavailable: about("the brokers that are down, if the server reports them", v.exactOptional(v.array(v.string()))),
});

const brokersAnswer: Answer<BrokerList> = answer(BrokerList, {
  also: [
    form(v.array(v.union([v.string(), v.number()])), {
      when: ({ body }) => Array.isArray(body),
      read: (brokers) => ({ brokers: brokers.map(String) }),
    }),
  ],
});

/** The tasks of a restart or replacement, each with the id `broker-<id>__<uuid>`. */
export type BrokerTaskIds = readonly string[];

export const BrokerTaskIds: Schema<BrokerTaskIds> = resourceList(
  "BrokerTaskIds",
  "The ids, `broker-<id>__<uuid>`, of the tasks that are restarted or replaced.",
  v.string(),
);

/** Some servers answer 200 and `[null]` for an unknown broker, so this answer is read as a failure. */
const brokerTasksAnswer: Answer<BrokerTaskIds> = answer(BrokerTaskIds, {
  failure: ({ body }) =>
    Array.isArray(body) && body.includes(null) ? { code: "not-found", message: "there is no such broker" } : undefined,
});

export const listBrokers = operation({
  summary: "List the brokers",
  effect: "read",
  output: brokersAnswer,
  list: { of: "brokers", hasEvents: true },
  names: { broker: ({ brokers }) => brokers },
  routes: { R1: "GET /brokers", R2: "GET /brokers" },
  instead: "pods.list",
});

export const restartBroker = operation({
  summary: "Restart a broker in place",
  about: "The broker keeps its agent and its volumes.",
  effect: "change",
  verifiedBy: "brokers.list",
  wait: {
    by: "method",
    done: "broker-{broker} has been restarted, and is in sync again",
    summary: "Restart a node and wait until it is back",
    about: WAITED,
    continues: "a restart in progress continues",
  },
  input: BrokerInput,
  output: brokerTasksAnswer,
  routes: { R1: "PUT /brokers/{broker}", R2: "PUT /brokers/{broker}" },
  instead: "pods.restart",
  example: { broker: 1 },
});

export const replaceBroker = operation({
  summary: "Replace a broker, deleting its volumes",
  about: "The broker may come back on another agent, and copies its data again from replicas.",
  effect: "destroy",
  verifiedBy: "brokers.list",
  consequence:
    "This deletes the volumes of broker {broker} and releases its agent; the broker's data is copied again from replicas. The Reeve service waits as long as the volumes hold the only copy of any data, and its recovery plan says which data.",
  confirmation: { act: "replacing a broker", name: "broker-{broker}", detail: "only replicas" },
  wait: {
    by: "method",
    done: "broker-{broker} has been replaced, and is in sync again",
    summary: "Replace a node, delete its volumes, and wait until it is back",
    about: WAITED,
    continues: "a replacement in progress continues",
  },
  input: ReplaceBrokerInput,
  output: brokerTasksAnswer,
  routes: {
    R1: "PUT /brokers/{broker}?replace=true&force={force}",
    R2: "PUT /brokers/{broker}?replace=true&force={force}",
  },
  instead: "pods.replace",
  example: { broker: 1 },
});

/** The operations on brokers, by verb. */
export const brokerOperations = { list: listBrokers, restart: restartBroker, replace: replaceBroker } as const;
