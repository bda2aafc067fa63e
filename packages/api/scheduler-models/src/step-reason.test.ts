import { expect, test } from "vitest";
import { reasonOfStep } from "./step-reason.ts";

test.each([
  ["Broker-1 is IN_PROGRESS: starting: port 9092\n", "starting: port 9092"],
  ["Broker-1 is IN_PROGRESS", ""],
  ["broker-1 is InProgress", ""],
  ["broker-1 is COMPLETE: starting", "broker-1 is COMPLETE: starting"],
  ["Broker-1 is PENDING", "Broker-1 is PENDING"],
  ["broker-10 is IN_PROGRESS", "broker-10 is IN_PROGRESS"],
  [" it waits for an agent ", "it waits for an agent"],
  ["", ""],
])("of %j what is new is %j", (message, reason) => {
  expect(reasonOfStep({ name: "broker-1", status: "IN_PROGRESS", message })).toBe(reason);
});
