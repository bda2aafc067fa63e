import { expect, test } from "vitest";
import { createOrchestrator } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { scene, temporaryFolder } from "./support/scene.ts";

const PLAN = "rolling-restart";

test("a rolling restart restarts every node, one after another", async () => {
  const { instance, clock, world, steps, status } = await scene();
  instance.plans.restartNodes();
  expect(steps(PLAN)).toMatch(/^broker-0 \w+, broker-1 PENDING, broker-2 PENDING$/);
  expect(instance.plans.names()).toContain(PLAN);
  await clock.pass(5000);
  expect(status(PLAN)).toBe("COMPLETE");
  expect(world.launches.slice(3).map(({ node }) => node)).toEqual(["broker-0", "broker-1", "broker-2"]);
  instance.plans.restartNodes("broker");
  await clock.pass(5000);
  expect(world.launches).toHaveLength(9);
});

test("it asks the engine before each node, and can be interrupted, continued and stopped", async () => {
  const { instance, clock, world, status, steps } = await scene();
  world.mayStop = ({ id }) => (id === "broker-1" ? { ready: false, reason: "its replicas are not in sync" } : { ready: true });
  instance.plans.restartNodes();
  await clock.pass(5000);
  expect(steps(PLAN)).toBe("broker-0 COMPLETE, broker-1 PENDING, broker-2 PENDING");
  expect(() => instance.plans.restartNodes()).toThrow("a rolling restart is in progress; continue it, or stop it first");
  expect(instance.plans.control({ command: "interrupt", plan: PLAN })).toEqual({ changed: true });
  world.mayStop = () => ({ ready: true });
  await clock.pass(20_000);
  expect(status(PLAN)).toBe("WAITING");
  instance.plans.control({ command: "continue", plan: PLAN });
  await clock.pass(20_000);
  expect(status(PLAN)).toBe("COMPLETE");
  instance.plans.restartNodes();
  expect(instance.plans.control({ command: "stop", plan: PLAN })).toEqual({ changed: true });
  expect(instance.plans.names()).not.toContain(PLAN);
  await clock.pass(5000);
  expect(instance.nodes.ids().map((id) => instance.nodes.get(id)?.state)).toEqual(["running", "running", "running"]);
});

test("revisions without control of their plans control this one", async () => {
  const { instance, clock } = await scene(kafka({}, { revision: "R1" }));
  instance.plans.restartNodes();
  expect(instance.plans.control({ command: "interrupt", plan: PLAN })).toEqual({ changed: true });
  await clock.pass(1000);
});

test("paused nodes are left out, and an unknown type is refused", async () => {
  const { instance, clock, steps } = await scene();
  instance.nodes.pause("broker-1");
  await clock.pass(5000);
  instance.plans.restartNodes();
  expect(steps(PLAN)).toMatch(/^broker-0 \w+, broker-2 PENDING$/);
  instance.plans.control({ command: "stop", plan: PLAN });
  expect(() => instance.plans.restartNodes("brker")).toThrow('has no nodes of the type "brker"; did you mean broker?');
});

test("it goes on after a restart of the service", async () => {
  const state = temporaryFolder();
  const { instance, orchestrator, clock, world } = await scene(kafka(), { state });
  instance.plans.restartNodes();
  await orchestrator.close({ tasks: "leave" });
  const next = await createOrchestrator({ engines: world.engines, clock, state });
  await clock.pass(10_000);
  expect(next.instance("kafka")?.plans.get(PLAN)?.status).toBe("COMPLETE");
  expect(world.launches.slice(3).map(({ node }) => node)).toEqual(["broker-0", "broker-1", "broker-2"]);
  await next.close();
});
