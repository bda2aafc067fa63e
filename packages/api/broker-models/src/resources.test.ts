import { decode } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { ActiveEntries } from "./active-plan.ts";
import { Configuration } from "./configuration.ts";
import { BrokerConnection } from "./connection.ts";
import { activeStage } from "./readers.ts";

describe("the connection", () => {
  const connection = {
    address: ["10.0.0.1:9092"],
    dns: ["broker-0.kafka.invalid:9092"],
    vip: "broker.kafka.l4lb.invalid:9092",
  };

  test.each([
    { ...connection, coordinator: "master.invalid:2181/service-kafka" },
    { ...connection, zookeeper: "master.invalid:2181/service-kafka" },
    { address: [], dns: [] },
  ])("%j", (body) => {
    expect(decode(BrokerConnection, body)).toEqual({ ok: true, value: body });
  });
});

test("a configuration as the document lists it fits", () => {
  const configuration = {
    brokerConfiguration: {
      containerHookUri: "http://x.invalid/hook.gz",
      cpus: 1,
      disk: 5000,
      diskType: "ROOT",
      engineUri: "http://x.invalid/engine.tgz",
      javaUri: "http://x.invalid/jre.tgz",
      mem: 2048,
      overriderUri: "http://x.invalid/overrider.zip",
    },
    engineConfiguration: { deleteTopicEnable: true, __proto: "kept" },
    serviceConfiguration: {
      count: 3,
      name: "kafka",
      phaseStrategy: "INSTALL",
      placementStrategy: "NODE",
      principal: "kafka-principal",
      role: "kafka-role",
      user: "",
    },
  };
  expect(decode(Configuration, configuration)).toEqual({ ok: true, value: configuration });
  expect(decode(Configuration, { ...configuration, engineConfiguration: [] })).toEqual({
    ok: false,
    issues: ["engineConfiguration: expected an object, received an empty array"],
  });
});

describe("R1's active entries", () => {
  const stage = { errors: [], phase_count: 2, status: "InProgress" };
  const phase = { block_count: 3, id: "p", name: "Update", status: "InProgress" };
  const block = {
    has_decision_point: false,
    id: "b",
    message: "Broker-0 is InProgress",
    name: "broker-0",
    status: "InProgress",
  };

  test.each([
    { stage: { ...stage, status: "Complete" } },
    { block, phase, stage },
    { block: { ...block, hasDecisionPoint: true }, phase, plan: stage },
  ])("come as the server sent them: %j", (body) => {
    expect(decode(ActiveEntries, body)).toEqual({ ok: true, value: body });
    expect(activeStage(body)?.phase_count).toBe(2);
  });

  test("have a stage", () => {
    expect(decode(ActiveEntries, { block, phase })).toEqual({
      ok: false,
      issues: ["expected a stage"],
    });
  });
});
