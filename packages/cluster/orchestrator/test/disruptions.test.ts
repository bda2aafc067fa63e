import { expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { manualClock } from "./support/manual-clock.ts";
import { createWorld } from "./support/world.ts";

test("others may take a node away once the engine agrees about every node, until a node changes or the engine objects", async () => {
  const world = createWorld();
  const clock = manualClock();
  const allowed: boolean[] = [];
  const counts: number[] = [];
  const engines = world.engines.map(({ engine, runtime }) => ({
    engine,
    runtime: {
      ...runtime,
      open: async (context: Parameters<typeof runtime.open>[0]) =>
        Object.assign(await runtime.open(context), {
          allowDisruption: (isAllowed: boolean, nodes: number) => {
            allowed.push(isAllowed);
            counts.push(nodes);
          },
        }),
    },
  }));
  const orchestrator = await createOrchestrator({ engines, clock });
  await orchestrator.deploy(kafka());
  await clock.pass(1000);
  expect(allowed).toEqual([false]);
  expect(counts).toEqual([3]);
  await clock.pass(15_000);
  expect(allowed).toEqual([false, true]);
  world.mayStop = ({ id }) => (id === "broker-2" ? { ready: false, reason: "a copy is missing" } : { ready: true });
  await clock.pass(15_000);
  expect(allowed).toEqual([false, true, false]);
  world.mayStop = () => ({ ready: true });
  await clock.pass(30_000);
  expect(allowed.at(-1)).toBe(true);
  orchestrator.instance("kafka")?.nodes.restart("broker-0");
  await clock.settle();
  expect(allowed.at(-1)).toBe(false);
  await clock.pass(60_000);
  expect(allowed.at(-1)).toBe(true);
  await orchestrator.close();
});
