import { checkInput, readAnswer } from "@reeve/contract";
import { expect, test } from "vitest";
import { listBrokers, restartBroker } from "./brokers.ts";
import { restartBrokerPod } from "./pods.ts";

test.each([
  [0, "0"],
  ["0", "0"],
  [12, "12"],
  ["12", "12"],
])("broker %j is %j", (broker, digits) => {
  expect(checkInput(restartBroker, { broker })).toEqual({ broker: digits });
});

test.each([-1, 1.5, "-1", "1.5", "01", "", "one", null, Number.NaN, 2 ** 60])("%j is no broker", (broker) => {
  expect(() => checkInput(restartBroker, { broker })).toThrow("broker: expected the number of a broker (0, 1, 2, …)");
});

test.each([
  [1, "broker-1"],
  ["1", "broker-1"],
  ["broker-1", "broker-1"],
  ["controller-0", "controller-0"],
])("node %j is %j", (node, id) => {
  expect(checkInput(restartBrokerPod, { node })).toEqual({ node: id });
});

test.each([-1, "", "broker", "broker-", "../x-1", "broker-1/x"])("%j is no node", (node) => {
  expect(() => checkInput(restartBrokerPod, { node })).toThrow("node: expected a node id such as broker-1");
});

test("a bare list of brokers reads like the documented one", () => {
  expect(readAnswer(listBrokers.output, { status: 200, body: { brokers: ["0", "1"] } })).toEqual({
    ok: true,
    value: { brokers: ["0", "1"] },
  });
  expect(readAnswer(listBrokers.output, { status: 200, body: ["0", 1] })).toEqual({
    ok: true,
    value: { brokers: ["0", "1"] },
  });
});

test("200 with [null] says that there is no such broker", () => {
  expect(restartBroker.output.failure({ status: 200, body: [null] })).toMatchObject({ code: "not-found" });
  expect(restartBroker.output.failure({ status: 200, body: ["broker-0__x"] })).toBeUndefined();
});
