import { describe, expect, test } from "vitest";
import type { PlanCommand } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { type Scene, scene } from "./support/scene.ts";

const staged = (memory: number, revision = "R2") => kafka({ PHASE_STRATEGY: "STAGE", BROKER_MEM: memory }, { revision });

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
  expect([status(), steps()]).toEqual(["WAITING", "leave broker-3 WAITING, leave broker-2 PENDING, leave broker-1 PENDING"]);
  await goOn();
  expect(steps()).toBe("leave broker-3 COMPLETE, leave broker-2 WAITING, leave broker-1 PENDING");
  await goOn();
  expect([status(), instance.nodes.ids()]).toEqual(["COMPLETE", ["broker-0"]]);
});

describe.each(["R1", "R2", "R3"])("one command of an operator in %s", (revision) => {
  const send = ({ instance }: Scene, command: PlanCommand["command"]) => instance.plans.control({ command, plan: "deploy" }).changed;

  /** An update whose first node is not ready until the test says so. */
  async function atFirstNode(): Promise<Scene> {
    const found = await scene(staged(2048, revision));
    found.world.ready = () => ({ ready: false, reason: "not yet" });
    await found.deploy(staged(4096, revision));
    expect(send(found, "continue")).toBe(true);
    await found.clock.pass(500);
    return found;
  }

  test("continue ends an interruption and takes the decision behind it", async () => {
    const found = await atFirstNode();
    const { world, clock, steps, status, message } = found;
    expect(send(found, "interrupt")).toBe(true);
    world.ready = () => ({ ready: true });
    await clock.pass(60_000);
    expect(steps()).toBe("broker-0 COMPLETE, broker-1 WAITING, broker-2 PENDING");
    expect(message("broker-1")).toMatch(/: the plan was interrupted, and .* decision; to proceed, continue the plan$/);
    expect(send(found, "continue")).toBe(true);
    await clock.pass(60_000);
    expect(status()).toBe("COMPLETE");
  });

  test("continue ends an interruption at a decision that already waits", async () => {
    const found = await scene(staged(2048, revision));
    await found.deploy(staged(4096, revision));
    expect(send(found, "interrupt")).toBe(true);
    expect(send(found, "continue")).toBe(true);
    await found.clock.pass(60_000);
    expect(found.steps()).toBe("broker-0 COMPLETE, broker-1 WAITING, broker-2 PENDING");
  });

  test("continue during the first node does not take the decision about the second", async () => {
    const found = await atFirstNode();
    expect([send(found, "interrupt"), send(found, "continue")]).toEqual([true, true]);
    found.world.ready = () => ({ ready: true });
    await found.clock.pass(60_000);
    expect(found.steps()).toBe("broker-0 COMPLETE, broker-1 WAITING, broker-2 PENDING");
    expect(found.message("broker-1")).toMatch(/: waits for an operator's decision/);
  });

  test("forceComplete at a decision skips one node, and the next one waits", async () => {
    const found = await atFirstNode();
    const { world, clock, steps, status, message } = found;
    world.ready = () => ({ ready: true });
    await clock.pass(60_000);
    const before = world.launches.length;
    expect(send(found, "forceComplete")).toBe(true);
    await clock.pass(60_000);
    expect(steps()).toBe("broker-0 COMPLETE, broker-1 COMPLETE, broker-2 WAITING");
    expect(message("broker-1")).toMatch(/: skipped: an operator forced the step to complete before it began$/);
    expect(world.launches).toHaveLength(before);
    expect(send(found, "continue")).toBe(true);
    await clock.pass(60_000);
    expect(status()).toBe("COMPLETE");
    expect(world.launches.slice(before).map(({ node }) => node)).toEqual(["broker-2"]);
    expect(message("broker-1")).toContain(": skipped");
  });
});

test("a phase that is continued in an interrupted plan keeps its decision", async () => {
  const { instance, clock, steps, deploy } = await scene(staged(2048, "R3"));
  await deploy(staged(4096, "R3"));
  const phase = instance.plans.get("deploy")?.phases[1]?.name ?? "";
  instance.plans.control({ command: "interrupt", plan: "deploy" });
  expect(instance.plans.control({ command: "continue", plan: "deploy", phase })).toEqual({ changed: false });
  await clock.pass(60_000);
  expect(steps()).toBe("broker-0 WAITING, broker-1 PENDING, broker-2 PENDING");
  expect(instance.plans.control({ command: "continue", plan: "deploy" })).toEqual({ changed: true });
  await clock.pass(60_000);
  expect(steps()).toBe("broker-0 COMPLETE, broker-1 WAITING, broker-2 PENDING");
});
