import { expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

test("a first deployment launches the nodes one after another", async () => {
  const { world, status, steps, instance } = await scene();
  expect(status()).toBe("COMPLETE");
  expect(steps()).toBe("broker-0 COMPLETE, broker-1 COMPLETE, broker-2 COMPLETE");
  expect(world.launches.map(({ node }) => node)).toEqual(["broker-0", "broker-1", "broker-2"]);
  expect(instance.nodes.ids()).toEqual(["broker-0", "broker-1", "broker-2"]);
  expect(JSON.parse(instance.plans.text("deploy") ?? "")).toEqual(instance.plans.get("deploy"));
});

test("a change rolls over the nodes in place", async () => {
  const { world, clock, status, deploy, instance } = await scene();
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
  expect(world.launches.slice(3).map(({ node, command, on }) => [node, command.environment.MEM, on?.agent])).toEqual([
    ["broker-0", "4096", "agent-0"],
    ["broker-1", "4096", "agent-1"],
    ["broker-2", "4096", "agent-2"],
  ]);
  expect(instance.configurations.ids()).toHaveLength(2);
});
