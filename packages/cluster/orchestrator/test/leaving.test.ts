import { describe, expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { type Scene, scene, temporaryFolder } from "./support/scene.ts";
import type { World } from "./support/world.ts";

const yes = { ready: true } as const;
const draining = { ready: false, reason: "moves its partitions: 3 of 12" } as const;

/** Four brokers whose number may be lowered. */
function four(options: Parameters<typeof scene>[1] = {}): Promise<Scene> {
  const { prepare } = options;
  return scene(kafka({ BROKER_COUNT: 4 }), {
    ...options,
    prepare: (world) => {
      world.mayShrink = () => yes;
      world.before = () => yes;
      prepare?.(world);
    },
  });
}

const drainsSlowly = (world: World) => {
  world.before = (_, change) => (change === "leave" ? draining : yes);
};

describe("fewer nodes in a definition", () => {
  test("remove nodes, the highest first, with their volumes", async () => {
    const setup = await four();
    const { world, clock, instance, deploy, steps } = setup;
    const volumes = ["broker-3", "broker-2"].flatMap((id) => Object.values(instance.nodes.get(id)?.volumes ?? {}));
    await deploy(kafka({ BROKER_COUNT: 2 }));
    await clock.pass(10_000);
    expect(steps()).toBe("leave broker-3 COMPLETE, leave broker-2 COMPLETE");
    expect(instance.nodes.ids()).toEqual(["broker-0", "broker-1"]);
    expect(world.running()).toEqual(["broker-0", "broker-1"]);
    expect(world.deleted).toEqual(volumes);
    expect(instance.nodes.get("broker-3")).toBeUndefined();
  });

  test("are refused with the engine's reason, or where the engine does not support it", async () => {
    const reason = "journals keep the edits together; their number cannot fall";
    const setup = await scene(kafka(), {
      prepare: (world) => {
        world.mayShrink = () => ({ ready: false, reason });
      },
    });
    await expect(setup.orchestrator.deploy(kafka({ BROKER_COUNT: 2 }))).rejects.toThrow(
      `kafka: cannot reduce broker nodes from 3 to 2: ${reason}; set the number back to 3`,
    );
    const cannot = await scene();
    await expect(cannot.orchestrator.deploy(kafka({ BROKER_COUNT: 2 }))).rejects.toThrow("the engine does not support this");
  });

  test("wait until the data of leaving nodes has been moved; they are shown, and no other operation is possible on them", async () => {
    const setup = await four({ prepare: drainsSlowly });
    const { world, clock, instance, deploy, message } = setup;
    await deploy(kafka({ BROKER_COUNT: 3 }));
    await clock.pass(10_000);
    expect(message("leave broker-3")).toBe(`leave broker-3 is PENDING: ${draining.reason}`);
    expect(instance.nodes.ids()).toHaveLength(4);
    expect(instance.nodes.get("broker-3")).toMatchObject({
      state: "running",
      leaving: true,
      reason: "it is being decommissioned, because the definition has fewer nodes",
    });
    expect(() => instance.nodes.restart("broker-3")).toThrow("broker-3 is being decommissioned");
    expect(world.stops).toEqual([]);
    delete world.before;
    await clock.pass(10_000);
    expect(instance.nodes.ids()).toHaveLength(3);
  });

  test("wait while volumes hold the only copy, and a node that was stopped too early is launched again", async () => {
    const { world, clock, instance, deploy, message } = await four();
    world.onStop = () => {
      world.mayLose = () => ({ ready: false, reason: "the only copy" });
      delete world.onStop;
    };
    await deploy(kafka({ BROKER_COUNT: 3 }));
    await clock.pass(10_000);
    expect(world.stops).toHaveLength(1);
    expect(world.deleted).toEqual([]);
    expect(instance.nodes.get("broker-3")?.state).toBe("running");
    expect(message("leave broker-3")).toBe("leave broker-3 is PENDING: the only copy");
    world.mayLose = () => yes;
    await clock.pass(10_000);
    expect(world.deleted).toHaveLength(1);
  });

  test("continue after a replace that was under way and was not possible, which is dropped", async () => {
    const { world, clock, instance, deploy, message, status } = await four();
    world.lingers = (node) => node === "broker-3";
    instance.nodes.replace("broker-3");
    await clock.pass(2000);
    expect(instance.nodes.get("broker-3")?.state).toBe("stopping");
    world.mayLose = () => ({ ready: false, reason: "the only copy" });
    await deploy(kafka({ BROKER_COUNT: 3 }));
    world.lingers = () => false;
    world.letStop("broker-3");
    await clock.pass(10_000);
    expect(message("leave broker-3")).toBe("leave broker-3 is PENDING: the only copy");
    world.mayLose = () => yes;
    await clock.pass(10_000);
    expect(instance.nodes.ids()).toEqual(["broker-0", "broker-1", "broker-2"]);
    expect(world.deleted).toHaveLength(1);
    expect([status("deploy"), status("recovery")]).toEqual(["COMPLETE", "COMPLETE"]);
  });

  test("continue after the service was killed", async () => {
    const state = temporaryFolder();
    const { world, clock, orchestrator } = await four({ state, prepare: drainsSlowly });
    await orchestrator.deploy(kafka({ BROKER_COUNT: 3 }));
    await clock.pass(2000);
    await orchestrator.close({ tasks: "leave" });
    world.kill();
    delete world.before;
    let after = 0;
    world.after = (_, change) => (change === "leave" && after++ < 3 ? { ready: false, reason: "removes it" } : yes);
    const again = await createOrchestrator({ engines: world.engines, clock, state });
    await clock.pass(10_000);
    expect(after).toBe(4);
    expect(again.instance("kafka")?.nodes.ids()).toHaveLength(3);
    await again.close();
    const once = await createOrchestrator({ engines: world.engines, clock, state });
    expect(once.instance("kafka")?.allNodes.ids()).toHaveLength(3);
    expect(once.instance("kafka")?.plans.get("deploy")?.status).toBe("COMPLETE");
    await once.close();
  });

  test("keep the node when they are withdrawn before it began to leave; afterwards it joins again", async () => {
    const { world, clock, instance, deploy, steps } = await four();
    world.die("broker-0");
    world.fails = ({ node }) => (node === "broker-0" ? "it crashes" : undefined);
    await deploy(kafka({ BROKER_COUNT: 3 }));
    await clock.pass(2000);
    await deploy(kafka({ BROKER_COUNT: 4 }));
    world.fails = () => undefined;
    await clock.pass(60_000);
    expect(instance.nodes.get("broker-3")).not.toHaveProperty("leaving");
    expect(world.deleted).toEqual([]);
    drainsSlowly(world);
    await deploy(kafka({ BROKER_COUNT: 3 }));
    await clock.pass(2000);
    await deploy(kafka({ BROKER_COUNT: 4 }));
    await clock.pass(2000);
    expect(steps()).toBe("leave broker-3 PENDING, broker-3 PENDING");
    delete world.before;
    await clock.pass(10_000);
    expect(steps()).toBe("leave broker-3 COMPLETE, broker-3 COMPLETE");
    expect(world.deleted).toHaveLength(1);
    expect(instance.nodes.get("broker-3")).toMatchObject({ state: "running" });
    expect(instance.nodes.get("broker-3")).not.toHaveProperty("leaving");
  });

  test("drop requests for leaving nodes", async () => {
    const { clock, instance, deploy, world } = await four();
    world.mayStop = ({ id }) => (id === "broker-3" ? { ready: false, reason: "needed" } : yes);
    instance.nodes.restart("broker-3");
    await clock.pass(1000);
    await deploy(kafka({ BROKER_COUNT: 3 }));
    world.mayStop = () => yes;
    await clock.pass(10_000);
    expect(instance.nodes.ids()).toHaveLength(3);
    expect(instance.plans.get("recovery")?.phases).toEqual([]);
    expect(world.launches.filter(({ node }) => node === "broker-3")).toHaveLength(1);
  });

  test("leave the other nodes unchanged until `after` is done", async () => {
    const { world, clock, deploy, message, status } = await four({
      prepare: (prepared) => (prepared.after = () => yes),
    });
    world.after = (_, change) => (change === "leave" ? { ready: false, reason: "removes it" } : yes);
    await deploy(kafka({ BROKER_COUNT: 3 }));
    await clock.pass(5000);
    const { length } = world.stops;
    await deploy(kafka({ BROKER_COUNT: 3, BROKER_MEM: 3000 }));
    await clock.pass(10_000);
    expect(world.stops).toHaveLength(length);
    expect(message("leave broker-3")).toBe("leave broker-3 is PENDING");
    delete world.after;
    await clock.pass(30_000);
    expect(status()).toBe("COMPLETE");
  });
});
