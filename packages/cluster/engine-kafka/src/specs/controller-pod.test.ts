import { expect, test } from "vitest";
import { controllerSettings } from "./controller-pod.ts";

test("controllers get only the settings that they act upon", () => {
  const input = {
    "allow.everyone.if.no.acl.found": true,
    "delete.topic.enable": false,
    "num.io.threads": 8,
    "leader.imbalance.check.interval.seconds": 5,
  };
  expect(controllerSettings(input)).toEqual({
    "allow.everyone.if.no.acl.found": true,
    "delete.topic.enable": false,
    "leader.imbalance.check.interval.seconds": 5,
  });
});
