import { instanceDefinition } from "@reeve/orchestrator";
import { parse } from "valibot";
import { expect, test } from "vitest";
import { createKafkaEngine } from "./kafka-engine.ts";
import type { KafkaDefinition } from "./settings/kafka-settings.ts";

const engine = createKafkaEngine({ folder: "/never-used", environment: {} });
const withControllers = (controllers: 1 | 3) =>
  parse(instanceDefinition([{ engine, runtime: { name: "local" } }]), {
    kind: "broker",
    engine: "kafka",
    controllers,
  }) as KafkaDefinition;

test("operators read the risk of one controller, and that three survive the loss of any one", () => {
  expect(engine.notes?.(withControllers(1))).toEqual([expect.stringContaining("all topics are lost")]);
  expect(engine.notes?.(withControllers(3))).toEqual([]);
});
