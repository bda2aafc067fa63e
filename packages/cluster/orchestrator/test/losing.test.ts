import { describe, expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { type Scene, scene } from "./support/scene.ts";

const ONLY_COPY = { ready: false, reason: "orders-0 is in sync on broker-1 alone" } as const;
const yes = { ready: true } as const;

function volumesOf({ instance }: Scene): Readonly<Record<string, string>> | undefined {
  return instance.nodes.get("broker-1")?.volumes;
}

describe("a replace", () => {
  test.each(["running", "failed", "paused"])("waits while the engine says that data would be lost (%s)", async (state) => {
    const setup = await scene();
    const { world, clock, instance, message } = setup;
    if (state === "failed") {
      world.fails = ({ node }) => (node === "broker-1" ? "it crashes" : undefined);
      world.die("broker-1");
    }
    if (state === "paused") instance.nodes.pause("broker-1");
    await clock.pass(1000);
    world.mayLose = () => ONLY_COPY;
    const before = volumesOf(setup);
    instance.nodes.replace("broker-1");
    await clock.pass(120_000);
    expect(world.deleted).toEqual([]);
    expect(volumesOf(setup)).toEqual(before);
    expect(message("broker-1", "recovery")).toBe(`Broker-1 is PENDING: ${ONLY_COPY.reason}`);
    world.mayLose = () => yes;
    world.fails = () => undefined;
    await clock.pass(10_000);
    expect(world.deleted).toEqual(Object.values(before ?? {}));
  });

  test("asks again after the stop, and launches the node on its own volume on a no", async () => {
    const setup = await scene();
    const { world, clock, instance, message } = setup;
    const before = volumesOf(setup);
    world.onStop = () => {
      world.mayLose = () => ONLY_COPY;
      delete world.onStop;
    };
    instance.nodes.replace("broker-1");
    await clock.pass(5000);
    expect(world.stops).toHaveLength(1);
    expect(world.deleted).toEqual([]);
    expect(instance.nodes.get("broker-1")).toMatchObject({ state: "running", volumes: before });
    expect(message("broker-1", "recovery")).toBe(`Broker-1 is PENDING: ${ONLY_COPY.reason}`);
    world.mayLose = () => yes;
    await clock.pass(5000);
    expect(world.deleted).toEqual(Object.values(before ?? {}));
  });

  test("that is forced deletes the volumes that are named in it, also when it waited already", async () => {
    const setup = await scene();
    const { world, clock, instance, status } = setup;
    const before = volumesOf(setup);
    world.mayLose = () => ONLY_COPY;
    instance.nodes.replace("broker-1");
    await clock.pass(5000);
    instance.nodes.replace("broker-1", { force: "data-loss" });
    await clock.pass(5000);
    expect(world.deleted).toEqual(Object.values(before ?? {}));
    expect(instance.plans.get("recovery")?.phases).toHaveLength(1);
    expect(status("recovery")).toBe("COMPLETE");
    // Only the deletion of the earlier volumes was forced, so the next replace waits again.
    instance.nodes.replace("broker-1");
    await clock.pass(5000);
    expect(world.deleted).toHaveLength(1);
  });

  test("forced after the stop, does not wait for the engine's answer", async () => {
    const setup = await scene();
    const { world, clock, instance, status } = setup;
    world.onStop = () => {
      world.silent = (question) => question === "mayLose";
    };
    instance.nodes.replace("broker-1");
    await clock.pass(5000);
    expect(instance.nodes.get("broker-1")?.state).toBe("stopping");
    instance.nodes.replace("broker-1", { force: "data-loss" });
    await clock.pass(5000);
    expect(world.deleted).toHaveLength(1);
    expect(status("recovery")).toBe("COMPLETE");
  });

  test("withdrawn after the stop, leaves the node on its own volume", async () => {
    const setup = await scene();
    const { world, clock, instance } = setup;
    const before = volumesOf(setup);
    world.onStop = () => {
      world.silent = (question) => question === "mayLose";
    };
    instance.nodes.replace("broker-1");
    await clock.pass(5000);
    instance.plans.control({ command: "forceComplete", plan: "recovery", phase: "broker-1" });
    await clock.pass(5000);
    expect(world.deleted).toEqual([]);
    expect(instance.nodes.get("broker-1")).toMatchObject({ state: "running", volumes: before });
  });

  test("that waits is ended by an interruption, and goes on with a continue", async () => {
    const setup = await scene();
    const { world, clock, instance, status } = setup;
    const before = volumesOf(setup);
    world.mayLose = () => ONLY_COPY;
    instance.nodes.replace("broker-1");
    await clock.pass(5000);
    instance.plans.control({ command: "interrupt", plan: "recovery" });
    world.mayLose = () => yes;
    await clock.pass(600_000);
    expect(status("recovery")).toBe("WAITING");
    expect([world.deleted, world.stops, volumesOf(setup)]).toEqual([[], [], before]);
    instance.plans.control({ command: "continue", plan: "recovery" });
    await clock.pass(5000);
    expect(world.deleted).toEqual(Object.values(before ?? {}));
  });

  test("of a node that never ran does not ask the engine", async () => {
    const { world, clock, instance } = await scene(kafka(), {
      format: true,
      prepare: (prepared) => {
        prepared.fails = ({ node, task }) => (node === "broker-1" && task === "format" ? "no room" : undefined);
        prepared.mayLose = () => ONLY_COPY;
      },
    });
    await clock.pass(10_000);
    world.fails = () => undefined;
    instance.nodes.replace("broker-1");
    await clock.pass(10_000);
    expect(world.deleted).toHaveLength(1);
  });
});

describe("a note with the engine's yes", () => {
  const note = "single-0 has no more copies than min.insync.replicas: its writers wait until the broker is back";

  test.each(["restart", "replace"] as const)("is shown by the step of a %s while it runs", async (action) => {
    const { world, clock, instance, message } = await scene();
    world.mayStop = () => ({ ready: true, note });
    world.lingers = () => true;
    instance.nodes[action]("broker-1");
    await clock.pass(1000);
    expect(message("broker-1", "recovery")).toBe(`Broker-1 is IN_PROGRESS: is being stopped; ${note}`);
    world.lingers = () => false;
    world.letStop("broker-1");
    await clock.pass(5000);
    expect(message("broker-1", "recovery")).toBe("Broker-1 is COMPLETE");
  });

  test("is shown if it is about a volume, even if the engine learns it only after the stop", async () => {
    const { world, clock, instance, message } = await scene();
    const lost = "broker-1 has not delivered writes to broker-2";
    world.onStop = () => {
      world.mayLose = () => ({ ready: true, note: lost });
      delete world.onStop;
    };
    world.ready = ({ id }) => (id === "broker-1" ? { ready: false, reason: "is copying" } : yes);
    instance.nodes.replace("broker-1");
    await clock.pass(2000);
    expect(world.deleted).toHaveLength(1);
    expect(message("broker-1", "recovery")).toContain(lost);
    world.ready = () => yes;
    await clock.pass(5000);
    expect(message("broker-1", "recovery")).toBe("Broker-1 is COMPLETE");
  });

  test("is shown by the rollout's step for that node only", async () => {
    const { world, clock, deploy, message } = await scene();
    world.mayStop = ({ id }) => (id === "broker-1" ? { ready: true, note } : yes);
    world.lingers = () => true;
    await deploy(kafka({ BROKER_MEM: 4096 }));
    await clock.pass(1000);
    expect(message("broker-0")).toBe("Broker-0 is IN_PROGRESS: is being stopped");
    world.letStop("broker-0");
    await clock.pass(5000);
    expect(message("broker-0")).toBe("Broker-0 is COMPLETE");
    expect(message("broker-1")).toBe(`Broker-1 is IN_PROGRESS: is being stopped; ${note}`);
  });
});

describe("a volume that is missing", () => {
  async function missing(mayLose: Scene["world"]["mayLose"]): Promise<Scene> {
    const setup = await scene();
    setup.world.mayLose = mayLose;
    setup.world.loseVolumes("broker-1");
    setup.instance.nodes.restart("broker-1");
    await setup.clock.pass(5000);
    return setup;
  }

  test("is not created again while data would be lost, and the step says why", async () => {
    const setup = await missing(() => ONLY_COPY);
    const { world, clock, message, instance } = setup;
    expect(message("broker-1", "recovery")).toBe(`Broker-1 is IN_PROGRESS: failed: ${ONLY_COPY.reason}`);
    expect(world.live("broker-1")).toEqual([]);
    await clock.pass(600_000);
    expect(world.deleted).toEqual([]);
    instance.nodes.replace("broker-1", { force: "data-loss" });
    await clock.pass(5000);
    expect(instance.nodes.get("broker-1")?.state).toBe("running");
  });

  test("is replaced without a request where the engine agrees", async () => {
    const setup = await missing(() => yes);
    expect(setup.instance.nodes.get("broker-1")?.state).toBe("running");
    expect(setup.world.deleted).toHaveLength(1);
  });
});

test("an update that drops a volume's path waits while its data would be left behind, and deletes nothing", async () => {
  const setup = await scene();
  const { world, clock, instance, deploy, message, status } = setup;
  const before = volumesOf(setup);
  world.mayLose = () => ONLY_COPY;
  await deploy(kafka({}, { engineConfiguration: { "volume.path": "another path" } }));
  await clock.pass(60_000);
  expect(message("broker-0")).toBe(`Broker-0 is PENDING: ${ONLY_COPY.reason}`);
  expect(world.stops).toEqual([]);
  world.mayLose = () => yes;
  await clock.pass(20_000);
  expect(status()).toBe("COMPLETE");
  expect(instance.nodes.get("broker-1")?.volumes).toEqual({ ...before, "another path": expect.any(String) });
  expect(world.deleted).toEqual([]);
  // The next replace deletes the node's volumes.
  world.mayLose = () => ONLY_COPY;
  await deploy(kafka({ BROKER_MEM: 3000 }, { engineConfiguration: { "volume.path": "another path" } }));
  await clock.pass(20_000);
  expect(status()).toBe("COMPLETE");
});
