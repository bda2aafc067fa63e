import { brokerApi } from "@reeve/broker-models";
import { listOperations } from "@reeve/contract";
import { expect, test } from "vitest";
import type { ServiceInstance } from "../clusters/instance.ts";
import type { Model } from "../help/model.ts";
import { completeCode } from "./complete.ts";

const names: Readonly<Record<string, readonly string[]>> = {
  topic: ["orders", "payments"],
  "broker-node": ["broker-0", "broker-1", "broker-2"],
};

/** Completes a call of `broker.partitions.balance`. */
async function completed(code: string): Promise<readonly string[] | undefined> {
  const operations = listOperations(brokerApi);
  const listed = operations.find(({ name }) => name === "partitions.balance");
  const instance = {
    operations,
    knownRevision: () => "R3",
    names: { of: async ({ names: thing = "" }) => names[thing] ?? [] },
  };
  const method = {
    instance: instance as unknown as ServiceInstance,
    noun: "partitions",
    verb: "balance",
    listed,
  };
  const model = {
    path: "broker.partitions.balance",
    names: () => [],
    method,
  } as unknown as Model;
  const [matches] =
    (await completeCode(code, {
      model: (path) => (path === model.path ? model : undefined),
      words: async () => [],
      within: 10,
    })) ?? [];
  return matches;
}

test.each([
  ['{ topics: "', ["orders", "payments"]],
  ['{ topics: "pay', ['payments"']],
  ['{ topics: "orders,', ['orders,payments"']],
  ['{ topics: "orders,payments,', []],
  ['{ away_from: "broker-1,b', ["broker-1,broker-0", "broker-1,broker-2"]],
])("the next name of the list in %s is completed", async (typed, matches) => {
  expect(await completed(`broker.partitions.balance(${typed}`)).toEqual(matches);
});
