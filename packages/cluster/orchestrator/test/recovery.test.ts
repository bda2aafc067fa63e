import { describe, expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

test("a node that dies is launched again in place, with its volumes", async () => {
  const { world, clock, instance, status } = await scene();
  const before = instance.nodes.get("broker-1");
  world.die("broker-1");
  await clock.pass(1000);
  const after = instance.nodes.get("broker-1");
  expect(after).toMatchObject({ state: "running", volumes: before?.volumes, placement: before?.placement });
  expect(after?.tasks[0]?.taskId).not.toBe(before?.tasks[0]?.taskId);
  expect(instance.plans.get("recovery")?.phases.map(({ name, status }) => [name, status])).toEqual([["broker-1", "COMPLETE"]]);
  expect(status()).toBe("COMPLETE");
});

test("a node that dies again and again waits longer each time, and shows until when", async () => {
  const { world, clock, instance, message, status } = await scene();
  world.die("broker-1");
  await clock.pass(100);
  world.die("broker-1", "segmentation fault");
  await clock.pass(100);
  expect(status("recovery")).toBe("DELAYED");
  expect(message("broker-1", "recovery")).toBe(
    "Broker-1 is DELAYED: failed: segmentation fault; it is launched again at 2026-01-01T00:00:02.100Z",
  );
  await clock.pass(1000);
  expect(instance.nodes.get("broker-1")?.state).toBe("running");
  await clock.pass(61_000);
  world.die("broker-1");
  await clock.pass(100);
  expect(instance.nodes.get("broker-1")?.state, "it was stable").toBe("running");
});

test("a step of the recovery says what it does, and why", async () => {
  const { world, clock, instance } = await scene();
  const purposes = () => instance.plans.get("recovery")?.phases.flatMap(({ steps }) => steps.map(({ purpose }) => purpose));
  world.die("broker-1", "segmentation fault");
  await clock.pass(2000);
  instance.nodes.restart("broker-0");
  await clock.pass(2000);
  instance.nodes.replace("broker-2");
  await clock.pass(2000);
  expect(purposes()).toEqual(["start again: segmentation fault", "restart, as requested", "replace, as requested"]);
  expect(instance.plans.get("deploy")?.phases[0]?.steps[0]).not.toHaveProperty("purpose");
});

test("recovery keeps trying, however often a launch fails", async () => {
  const { world, clock, instance, status } = await scene();
  world.fails = ({ node }) => (node === "broker-1" ? "bad disk" : undefined);
  world.die("broker-1");
  await clock.pass(60_000);
  expect(status("recovery")).toBe("DELAYED");
  world.fails = () => undefined;
  await clock.pass(300_000);
  expect(instance.nodes.get("broker-1")?.state).toBe("running");
});

test("only the last finished recoveries are kept", async () => {
  const { clock, instance, orchestrator } = await scene();
  orchestrator.retain({ ...orchestrator.retention, plans: 20 });
  for (let round = 0; round < 30; round++) {
    instance.nodes.restart("broker-0");
    await clock.pass(200);
  }
  expect(instance.plans.get("recovery")?.phases).toHaveLength(20);
});

describe("requests for a node", () => {
  test("restart keeps agent and volumes, replace deletes the volumes and moves", async () => {
    const { world, clock, instance } = await scene();
    const before = instance.nodes.get("broker-0");
    expect(instance.nodes.restart("broker-0")).toEqual({ pod: "broker-0", tasks: ["broker-0-node"] });
    await clock.pass(500);
    expect(instance.nodes.get("broker-0")).toMatchObject({
      volumes: before?.volumes,
      placement: before?.placement,
      state: "running",
    });
    instance.nodes.replace("broker-0");
    await clock.pass(500);
    const after = instance.nodes.get("broker-0");
    expect(after?.state).toBe("running");
    expect(after?.placement?.agent).not.toBe(before?.placement?.agent);
    expect(world.deleted).toEqual(Object.values(before?.volumes ?? {}));
    expect(after?.volumes).not.toEqual(before?.volumes);
  });

  test("one node at a time", async () => {
    const { world, clock, instance, message } = await scene();
    world.ready = () => ({ ready: false, reason: "not yet" });
    instance.nodes.restart("broker-0");
    await clock.pass(100);
    expect(instance.nodes.restart("broker-1").message).toMatch(/^waits for broker-0, which /);
    await clock.pass(5000);
    expect(world.stops).toHaveLength(1);
    expect(message("broker-1", "recovery")).toBe("Broker-1 is PENDING: waits for broker-0, which is starting: not yet");
    world.ready = () => ({ ready: true });
    await clock.pass(5000);
    expect(world.stops).toHaveLength(2);
  });

  test("during a rollout they wait for it, also when it has come to the node", async () => {
    const { world, clock, instance, deploy, status } = await scene();
    world.ready = () => ({ ready: false, reason: "not yet" });
    await deploy(kafka({ BROKER_MEM: 4096 }));
    world.ready = () => ({ ready: true });
    expect(instance.nodes.restart("broker-2").message).toBe("waits for the rollout (deploy)");
    await clock.pass(5000);
    expect(status()).toBe("COMPLETE");
    expect(status("recovery")).toBe("COMPLETE");
    expect(world.launches.slice(3).map(({ node, command }) => `${node} ${command.environment.MEM}`)).toEqual([
      "broker-0 4096",
      "broker-1 4096",
      "broker-2 4096",
      "broker-2 4096",
    ]);
  });

  test("a node on which the rollout is stuck can be restarted, and the rollout continues with it", async () => {
    const { world, clock, instance, deploy, status } = await scene();
    world.ready = () => ({ ready: false, reason: "never" });
    await deploy(kafka({ BROKER_MEM: 4096 }));
    await clock.pass(70_000);
    const before = world.launches.length;
    instance.nodes.replace("broker-0");
    await clock.pass(1000);
    expect(world.launches).toHaveLength(before + 1);
    world.ready = () => ({ ready: true });
    await clock.pass(5000);
    expect(status()).toBe("COMPLETE");
    expect(status("recovery")).toBe("COMPLETE");
  });

  test("a paused node idles on its volumes until it is restarted, and others wait for that", async () => {
    const { world, clock, instance, deploy, message } = await scene();
    const before = instance.nodes.get("broker-1")?.volumes;
    expect(instance.nodes.pause("broker-1").message).toBe("broker-1 idles until it is restarted");
    await clock.pass(1000);
    expect(instance.nodes.get("broker-1")).toMatchObject({ state: "paused", volumes: before });
    expect(world.launches.at(-1)).toMatchObject({
      task: "pause",
      oneShot: false,
      volumes: { "broker-data": { name: before?.["broker-data"], kept: true } },
    });
    await deploy(kafka({ BROKER_MEM: 4096 }));
    await clock.pass(1000);
    expect(message("broker-0")).toBe("Broker-0 is PENDING: waits for broker-1, which is paused; restart it to continue");
    instance.nodes.restart("broker-1");
    await clock.pass(5000);
    expect(instance.nodes.get("broker-1")).toMatchObject({ state: "running", volumes: before });
    expect(instance.plans.get("deploy")?.status).toBe("COMPLETE");
  });

  test("an idling task that dies idles again", async () => {
    const { world, clock, instance } = await scene();
    instance.nodes.pause("broker-1");
    await clock.pass(1000);
    world.die("broker-1");
    await clock.pass(1000);
    expect(instance.nodes.get("broker-1")?.state).toBe("paused");
  });

  test("unknown nodes are not found, and one that was never launched is a conflict", async () => {
    const { instance, world, clock } = await scene(kafka(), {
      prepare: (world) => {
        world.ready = () => ({ ready: false, reason: "no" });
      },
    });
    expect(() => instance.nodes.restart("broker-7")).toThrow('no node "broker-7" in kafka');
    expect(() => instance.nodes.restart("broker-2")).toThrow("broker-2 has not been launched yet");
    expect(world.launches).toHaveLength(1);
    await clock.settle();
  });
});

test("a node on which the rollout failed can be replaced, and the rollout continues from there", async () => {
  const { world, clock, instance, deploy, status } = await scene();
  world.fails = ({ node, on }) => (node === "broker-1" && on ? "bad disk" : undefined);
  await deploy(kafka({ BROKER_MEM: 4096 }));
  await clock.pass(10_000);
  expect(status()).toBe("ERROR");
  instance.nodes.replace("broker-1");
  await clock.pass(5000);
  expect(status()).toBe("COMPLETE");
  expect(instance.plans.get("deploy")?.errors).toEqual([]);
});
