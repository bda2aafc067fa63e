import * as v from "valibot";
import { expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { manualClock } from "./support/manual-clock.ts";
import { createWorld } from "./support/world.ts";

test("a changed image is rolled out, one node at a time; until then a node that dies gets the image that it had", async () => {
  const world = createWorld();
  const clock = manualClock();
  const settings = {
    image: v.string(),
    user: v.exactOptional(v.number(), 0),
    namespace: v.exactOptional(v.string(), "here"),
  };
  const engines = world.engines.map(({ engine, runtime }) => ({
    engine,
    runtime: {
      ...runtime,
      settings,
      fixed: ["namespace"],
      container: ({ image }: Readonly<Record<string, unknown>>) => ({ image }),
    },
  }));
  const orchestrator = await createOrchestrator({ engines, clock });
  const on = (image: string, user = 0) =>
    Object.fromEntries(
      Object.entries(kafka()).map(([name, definition]) => [name, { ...definition, runtime: { name: "test", image, user } }]),
    );
  const images = () => world.launches.splice(0).map(({ node, container }) => [node, container]);
  const one = { image: "one" };
  const two = { image: "two" };

  await orchestrator.deploy(on("one"));
  await clock.pass(10_000);
  expect(images()).toEqual(["broker-0", "broker-1", "broker-2"].map((node) => [node, one]));

  await orchestrator.deploy(on("one", 7));
  await clock.pass(10_000);
  expect(images()).toEqual([]);

  world.mayStop = () => ({ ready: false, reason: "not yet" });
  await orchestrator.deploy(on("two", 7));
  await clock.pass(1000);
  world.die("broker-2");
  await clock.pass(10_000);
  expect(images()[0]).toEqual(["broker-2", one]);

  world.mayStop = () => ({ ready: true });
  await clock.pass(60_000);
  expect(new Map(images() as [string, unknown][])).toEqual(new Map(["broker-0", "broker-1", "broker-2"].map((node) => [node, two])));
  const moved = { kafka: { ...on("two", 7).kafka, runtime: { name: "test", image: "two", namespace: "there" } } };
  await expect(orchestrator.deploy(moved as never)).rejects.toThrow(
    'the setting namespace of its runtime cannot be changed (it is "here"); remove the service first',
  );
  await orchestrator.close();
});
