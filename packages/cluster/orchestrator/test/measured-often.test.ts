import { expect, test } from "vitest";
import type { TaskToMeasure } from "../src/for-runtimes.ts";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { manualClock } from "./support/manual-clock.ts";
import { createWorld } from "./support/world.ts";

test.each([
  ["no limit", undefined, 3],
  ["room for all nodes", 3, 3],
  ["more nodes than that", 2, 0],
])("nodes are measured often unless each measurement costs too many requests: %s", async (_, measuredOften, often) => {
  const clock = manualClock();
  const usage = async (tasks: readonly TaskToMeasure[]) =>
    new Map(tasks.map(({ taskId }) => [taskId, { memory: 1, processor: 1, disk: 1 }]));
  const engines = createWorld().engines.map(({ engine, runtime }) => ({
    engine,
    runtime: {
      ...runtime,
      open: async (context: Parameters<typeof runtime.open>[0]) =>
        Object.assign(await runtime.open(context), { usage, ...(measuredOften !== undefined && { measuredOften }) }),
    },
  }));
  const orchestrator = await createOrchestrator({ engines, clock });
  await orchestrator.deploy(kafka());
  await clock.pass(1000);
  const nodes = orchestrator.instance("kafka")?.nodes;
  expect((await nodes?.usage({ often: true }))?.size).toBe(often);
  expect((await nodes?.usage())?.size).toBe(3);
  await orchestrator.close();
});
