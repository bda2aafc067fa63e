import { expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

const staged = (memory: number, revision = "R2") =>
  kafka({ PHASE_STRATEGY: "STAGE", BROKER_MEM: memory }, { revision });

test("an update waits before its first node, and again before its second; then the rest rolls", async () => {
  const { instance, clock, steps, status, world, deploy } = await scene(staged(2048));
  expect(status()).toBe("COMPLETE");
  await deploy(staged(4096));
  await clock.pass(60_000);
  expect(steps()).toBe("broker-0 WAITING, broker-1 PENDING, broker-2 PENDING");
  expect(status()).toBe("WAITING");
  expect(world.stops).toEqual([]);
  const decisions = instance.plans.get("deploy")?.phases[1]?.steps.map((step) => "has_decision_point" in step);
  expect(decisions).toEqual([true, true, false]);
  expect(instance.plans.control({ command: "restart", plan: "deploy" })).toEqual({ changed: false });
  expect(instance.plans.control({ command: "continue", plan: "deploy" })).toEqual({ changed: true });
  await clock.pass(60_000);
  expect(steps()).toBe("broker-0 COMPLETE, broker-1 WAITING, broker-2 PENDING");
  expect(instance.plans.control({ command: "continue", plan: "deploy" })).toEqual({ changed: true });
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
});

test("a node is restarted while an update waits for a decision", async () => {
  const { instance, clock, status, world, deploy } = await scene(staged(2048));
  await deploy(staged(4096));
  await clock.pass(1000);
  expect(status()).toBe("WAITING");
  instance.nodes.restart("broker-1");
  await clock.pass(1000);
  expect(world.stops).toHaveLength(1);
  expect([status("recovery"), status()]).toEqual(["COMPLETE", "WAITING"]);
});

test("a change of the strategy applies to its own rollout", async () => {
  const installed = (memory: number) => kafka({ PHASE_STRATEGY: "INSTALL", BROKER_MEM: memory }, { revision: "R2" });
  const { status, deploy, clock } = await scene(staged(2048));
  await deploy(installed(4096));
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
  await deploy(staged(2048));
  await clock.pass(1000);
  expect(status()).toBe("WAITING");
});

test("a first deployment that is changed before it is complete does not wait either", async () => {
  const { status, deploy, clock, world } = await scene(staged(2048), {
    prepare: (world) => {
      world.ready = () => ({ ready: false, reason: "not yet" });
    },
  });
  world.ready = () => ({ ready: true });
  await deploy(staged(4096));
  await clock.pass(5000);
  expect(status()).toBe("COMPLETE");
});

test("R3 stages, too", async () => {
  const { instance, status, steps, deploy, clock, world } = await scene(staged(2048, "R3"));
  await deploy(staged(4096, "R3"));
  await clock.pass(60_000);
  expect([status(), world.stops]).toEqual(["WAITING", []]);
  expect(instance.plans.control({ command: "continue", plan: "deploy" })).toEqual({ changed: true });
  await clock.pass(60_000);
  expect(steps()).toBe("broker-0 COMPLETE, broker-1 WAITING, broker-2 PENDING");
  expect(instance.plans.control({ command: "continue", plan: "deploy" })).toEqual({ changed: true });
  await clock.pass(60_000);
  expect(status()).toBe("COMPLETE");
});

test("deploying the old definition again rolls back", async () => {
  const { instance, status, deploy, clock, world } = await scene(staged(2048));
  await deploy(staged(4096));
  await clock.pass(1000);
  instance.plans.control({ command: "continue", plan: "deploy" });
  await clock.pass(1000);
  await deploy(staged(2048));
  await clock.pass(1000);
  expect(status()).toBe("WAITING");
  instance.plans.control({ command: "continue", plan: "deploy" });
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
  expect(world.launches.at(-1)).toMatchObject({ node: "broker-0", command: { environment: { MEM: "2048" } } });
});

test("leaving nodes count in staging: the first two that change or leave wait", async () => {
  const count = (BROKER_COUNT: number, BROKER_MEM = 2048) =>
    kafka({ PHASE_STRATEGY: "STAGE", BROKER_COUNT, BROKER_MEM }, { revision: "R3" });
  const { instance, status, steps, deploy, clock } = await scene(count(4), {
    prepare: (world) => {
      world.mayShrink = () => ({ ready: true });
    },
  });
  const goOn = async () => {
    expect(instance.plans.control({ command: "continue", plan: "deploy" })).toEqual({ changed: true });
    await clock.pass(60_000);
  };
  await deploy(count(1));
  await clock.pass(60_000);
  expect([status(), steps()]).toEqual([
    "WAITING",
    "leave broker-3 WAITING, leave broker-2 PENDING, leave broker-1 PENDING",
  ]);
  await goOn();
  expect(steps()).toBe("leave broker-3 COMPLETE, leave broker-2 WAITING, leave broker-1 PENDING");
  await goOn();
  expect([status(), instance.nodes.ids()]).toEqual(["COMPLETE", ["broker-0"]]);
});
