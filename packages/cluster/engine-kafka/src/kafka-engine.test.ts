import { instanceDefinition } from "@reeve/orchestrator";
import { parse } from "valibot";
import { expect, test } from "vitest";
import { createKafkaEngine } from "./kafka-engine.ts";
import type { KafkaDefinition } from "./settings/kafka-settings.ts";

const engine = createKafkaEngine({ folder: "/never-used", environment: {} });
const withControllers = (controllers: 1 | 3, engineConfiguration = {}) =>
  parse(instanceDefinition([{ engine, runtime: { name: "local" } }]), {
    kind: "broker",
    engine: "kafka",
    controllers,
    engineConfiguration,
  }) as KafkaDefinition;

test("operators read the risks of one controller and of a power failure, unless their settings avoid them", () => {
  const power = expect.stringContaining("if all brokers lose their power at once");
  expect(engine.notes?.(withControllers(1))).toEqual([expect.stringContaining("all topics are lost"), power]);
  expect(engine.notes?.(withControllers(3))).toEqual([power]);
  expect(engine.notes?.(withControllers(3, { "log.flush.interval.messages": 1 }))).toEqual([]);
});
