import { expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

test("internal nodes are listed, restarted, replaced and paused like the others, and hidden from the documented ones", async () => {
  const { world, clock, instance } = await scene(kafka(), { controllers: true });
  expect(instance.nodes.ids()).toEqual(["broker-0", "broker-1", "broker-2"]);
  expect(instance.allNodes.ids()).toEqual(["controller-0", "broker-0", "broker-1", "broker-2"]);
  expect(instance.nodes.get("controller-0")).toBeUndefined();
  expect(() => instance.nodes.restart("controller-0")).toThrow('no node "controller-0" in kafka');
  instance.allNodes.restart("controller-0");
  await clock.pass(1000);
  expect(world.stops).toHaveLength(1);
  instance.allNodes.replace("controller-0");
  await clock.pass(1000);
  expect(world.deleted).toHaveLength(1);
  instance.allNodes.pause("controller-0");
  await clock.pass(1000);
  expect(instance.allNodes.get("controller-0")?.state).toBe("paused");
});
