// This program is compiled and run against the packed packages, in a project outside of this repository.
import { type AlterTopicInput, type brokerApi, createTopic } from "@reeve/broker-models";
import { buildRequest, type OperationsIn } from "@reeve/contract";

const input = { topic: "orders", partitions: 12, replication: 3 };
const { method, path } = buildRequest(createTopic, { revision: "R3", service: "kafka", input });
console.log(method, path);

// @ts-expect-error: a misspelt field
export const misspelt: AlterTopicInput = { topick: "orders", partitions: 3 };

// @ts-expect-error: R3 has no brokers
export const absent: keyof OperationsIn<typeof brokerApi, "R3"> = "brokers";
