import { expect, test } from "vitest";
import { kafka } from "./support/definitions.ts";
import { scene } from "./support/scene.ts";

const withPlan = (strategy: "serial" | "parallel", steps = ["restart broker-*"]) =>
  kafka({}, { plans: { rolling: { phases: [{ name: "all", strategy, steps }] } } });

test("a custom plan waits until it is started, then has a step for each node", async () => {
  const { instance, clock, world, status, steps } = await scene(withPlan("serial"));
  expect(instance.plans.names()).toEqual(["deploy", "recovery", "rolling"]);
  expect(status("rolling")).toBe("WAITING");
  expect(steps("rolling")).toBe("restart broker-* PENDING");
  await clock.pass(60_000);
  expect(world.stops).toEqual([]);
  expect(instance.plans.control({ command: "start", plan: "rolling" })).toEqual({ changed: true });
  expect(instance.plans.control({ command: "start", plan: "rolling" })).toEqual({ changed: false });
  expect(steps("rolling")).toMatch(/^restart broker-0 \w+, restart broker-1 PENDING, restart broker-2 PENDING$/);
  await clock.pass(5000);
  expect(status("rolling")).toBe("COMPLETE");
  expect(world.launches.slice(3).map(({ node }) => node)).toEqual(["broker-0", "broker-1", "broker-2"]);
  expect(instance.plans.control({ command: "start", plan: "rolling" })).toEqual({ changed: true });
  await clock.pass(5000);
  expect(world.launches).toHaveLength(9);
});

test("continue starts it, too", async () => {
  const { instance, clock, status } = await scene(withPlan("serial"));
  expect(instance.plans.control({ command: "interrupt", plan: "rolling" })).toEqual({ changed: false });
  expect(instance.plans.control({ command: "restart", plan: "rolling" })).toEqual({ changed: false });
  expect(instance.plans.control({ command: "continue", plan: "rolling" })).toEqual({ changed: true });
  await clock.pass(5000);
  expect(status("rolling")).toBe("COMPLETE");
  expect(instance.plans.control({ command: "continue", plan: "rolling" })).toEqual({ changed: false });
});

test("a parallel one stops all of its nodes at once", async () => {
  const { instance, clock, world } = await scene(withPlan("parallel"));
  world.ready = () => ({ ready: false, reason: "not yet" });
  instance.plans.control({ command: "start", plan: "rolling" });
  await clock.pass(1000);
  expect(world.stops).toHaveLength(3);
});

test("after a stop it is as if it had never been started", async () => {
  const { instance, clock, status, steps } = await scene(withPlan("serial"));
  instance.plans.control({ command: "start", plan: "rolling" });
  expect(instance.plans.control({ command: "stop", plan: "rolling" })).toEqual({ changed: true });
  expect(status("rolling")).toBe("WAITING");
  expect(steps("rolling")).toBe("restart broker-* PENDING");
  expect(instance.plans.control({ command: "stop", plan: "rolling" })).toEqual({ changed: false });
  await clock.pass(5000);
  expect(instance.nodes.get("broker-0")?.state).toBe("running");
});

test("it is added and removed with the definition, without a new configuration", async () => {
  const { instance, deploy } = await scene(kafka());
  await deploy(withPlan("serial"));
  expect(instance.plans.names()).toContain("rolling");
  expect(instance.configurations.ids()).toHaveLength(1);
  await deploy(kafka());
  expect(instance.plans.names()).not.toContain("rolling");
});

test("a pattern with many stars costs no more than one", async () => {
  const { instance, status, clock } = await scene(withPlan("serial", [`restart *${"*".repeat(30)}-0`]));
  instance.plans.control({ command: "start", plan: "rolling" });
  await clock.pass(5000);
  expect(instance.plans.get("rolling")?.phases[0]?.steps.map(({ name }) => name)).toEqual(["restart broker-0"]);
  expect(status("rolling")).toBe("COMPLETE");
});

test("steps that match no node are refused", async () => {
  await expect(scene(withPlan("serial", ["restart data-*"]))).rejects.toThrow(
    'kafka: the plan rolling selects "restart data-*", which matches no node',
  );
});
