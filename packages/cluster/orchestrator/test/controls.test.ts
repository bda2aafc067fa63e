import { describe, expect, test } from "vitest";
import type { PlanCommand } from "../src/index.ts";
import { kafka } from "./support/definitions.ts";
import { type Scene, scene } from "./support/scene.ts";

const more = kafka({ BROKER_MEM: 4096 });

function control({ instance }: Scene, command: PlanCommand["command"], where: Partial<PlanCommand> = {}): boolean {
  return instance.plans.control({ command, plan: "deploy", ...where }).changed;
}

/** A rollout whose first node is not ready until the test says so. */
async function atFirstNode(): Promise<Scene> {
  const found = await scene();
  found.world.ready = () => ({ ready: false, reason: "not yet" });
  await found.deploy(more);
  await found.clock.pass(500);
  return found;
}

test("an interruption takes effect after the current node; continue goes on with the next", async () => {
  const found = await atFirstNode();
  const { world, clock, steps, status } = found;
  expect(control(found, "interrupt")).toBe(true);
  expect(control(found, "interrupt")).toBe(false);
  expect(status()).toBe("WAITING");
  expect(steps()).toBe("broker-0 IN_PROGRESS, broker-1 PENDING, broker-2 PENDING");
  world.ready = () => ({ ready: true });
  await clock.pass(60_000);
  expect(steps()).toBe("broker-0 COMPLETE, broker-1 WAITING, broker-2 PENDING");
  expect(found.message("broker-1")).toContain(": the plan was interrupted; to proceed, continue the plan");
  expect(control(found, "continue")).toBe(true);
  expect(control(found, "continue")).toBe(false);
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
});

test("a phase is interrupted by its name or its id", async () => {
  const found = await atFirstNode();
  const phase = found.instance.plans.get("deploy")?.phases[1];
  expect(control(found, "interrupt", { phase: phase?.name ?? "" })).toBe(true);
  found.world.ready = () => ({ ready: true });
  await found.clock.pass(5000);
  expect(found.steps()).toBe("broker-0 COMPLETE, broker-1 WAITING, broker-2 PENDING");
  expect(found.instance.plans.get("deploy")?.phases.map(({ status }) => status)).toEqual(["COMPLETE", "WAITING"]);
  expect(control(found, "continue", { phase: phase?.id ?? "" })).toBe(true);
  await found.clock.pass(5000);
  expect(found.status()).toBe("COMPLETE");
});

describe("nothing to do", () => {
  test("controls of a complete plan change nothing", async () => {
    const found = await scene();
    for (const command of ["interrupt", "continue", "forceComplete", "restart", "start", "stop"] as const) {
      expect(control(found, command), command).toBe(false);
    }
  });

  test.each(["R1", "R2"] as const)("under INSTALL the controls of %s have no effect", async (revision) => {
    const found = await scene(kafka({}, { revision }));
    found.world.ready = () => ({ ready: false, reason: "not yet" });
    await found.deploy(kafka({ BROKER_MEM: 4096 }, { revision }));
    for (const command of ["interrupt", "continue", "forceComplete", "restart", "start", "stop"] as const) {
      expect(control(found, command), command).toBe(false);
    }
    expect(found.status()).toBe("IN_PROGRESS");
  });
});

describe("what is not there", () => {
  test.each([
    [{ plan: "nothing" }, 'no plan "nothing" in kafka: there are deploy, recovery', "not-found"],
    [{ phase: "nothing" }, 'no phase "nothing" in the plan deploy of kafka', "not-found"],
    [{ phase: "Reconciliation", step: "x" }, 'no step "x" in the phase Reconciliation of the plan deploy of kafka', "not-found"],
    [{ step: "broker-0" }, 'phase: expected the name or id of the phase that contains the step "broker-0"', "bad-input"],
  ])("%j", async (where, message, code) => {
    const found = await scene();
    expect(() => control(found, "restart", where)).toThrow(expect.objectContaining({ message, code }));
  });
});

test("a stuck step is forced, and the others do not wait for its node", async () => {
  const found = await atFirstNode();
  const { world, clock, steps, status } = found;
  world.ready = ({ id }) => (id === "broker-0" ? { ready: false, reason: "not yet" } : { ready: true });
  expect(control(found, "forceComplete")).toBe(true);
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
  expect(steps()).toBe("broker-0 COMPLETE, broker-1 COMPLETE, broker-2 COMPLETE");
  expect(found.message("broker-0")).toContain(": an operator forced the step to complete, without a check");
  expect(found.instance.nodes.get("broker-0")?.state).toBe("starting");
  world.ready = () => ({ ready: true });
  await clock.pass(2000);
  expect(found.instance.nodes.get("broker-0")?.state).toBe("running");
});

test("a failed step is forced: the rollout goes on, and recovery launches the node", async () => {
  const found = await scene();
  const { world, clock, status } = found;
  world.fails = ({ node }) => (node === "broker-0" ? "bad disk" : undefined);
  await found.deploy(more);
  await clock.pass(10_000);
  expect(status()).toBe("ERROR");
  expect(
    control(found, "forceComplete", {
      phase: `Update to: ${found.instance.configurations.target().id}`,
      step: "broker-0",
    }),
  ).toBe(true);
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
  world.fails = () => undefined;
  await clock.pass(600_000);
  expect(found.status("recovery")).toBe("COMPLETE");
  expect(found.instance.nodes.get("broker-0")?.state).toBe("running");
});

test("a failed step that is restarted is retried", async () => {
  const found = await scene();
  const { world, clock, status } = found;
  world.fails = ({ node }) => (node === "broker-1" ? "bad disk" : undefined);
  await found.deploy(more);
  await clock.pass(10_000);
  expect(status()).toBe("ERROR");
  world.fails = () => undefined;
  expect(control(found, "restart")).toBe(true);
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
});

test("a complete step that is restarted launches its node again", async () => {
  const found = await scene();
  const phase = found.instance.plans.get("deploy")?.phases[1]?.name ?? "";
  expect(control(found, "restart", { phase, step: "broker-1" })).toBe(true);
  await found.clock.pass(1000);
  expect(found.status()).toBe("COMPLETE");
  expect(found.world.launches.map(({ node }) => node).slice(3)).toEqual(["broker-1"]);
});

test("the current step that is restarted launches its node again at once", async () => {
  const found = await atFirstNode();
  const before = found.world.launches.length;
  expect(control(found, "restart")).toBe(true);
  found.world.ready = () => ({ ready: true });
  await found.clock.pass(1000);
  expect(found.world.launches.slice(before).map(({ node }) => node)).toEqual(["broker-0", "broker-1", "broker-2"]);
  expect(found.status()).toBe("COMPLETE");
});

test("a stopped plan starts again from its first step, and does not repeat what is done", async () => {
  const found = await atFirstNode();
  const { world, clock, steps, status } = found;
  expect(control(found, "stop")).toBe(true);
  expect(control(found, "stop")).toBe(false);
  expect(steps()).toBe("broker-0 PENDING, broker-1 PENDING, broker-2 PENDING");
  expect(status()).toBe("WAITING");
  world.ready = () => ({ ready: true });
  await clock.pass(2000);
  const before = world.launches.length;
  expect(control(found, "start")).toBe(true);
  await clock.pass(1000);
  expect(status()).toBe("COMPLETE");
  expect(world.launches.slice(before).map(({ node }) => node)).toEqual(["broker-1", "broker-2"]);
});

test("a node whose step is restarted while it is being stopped comes back, even if the plan is not continued", async () => {
  const found = await scene();
  const { world, clock, instance } = found;
  world.lingers = () => true;
  await found.deploy(more);
  await clock.pass(500);
  control(found, "interrupt");
  control(found, "restart");
  control(found, "forceComplete");
  world.lingers = () => false;
  world.letStop("broker-0");
  await clock.pass(1000);
  expect(instance.nodes.get("broker-0")?.state).toBe("running");
});

test("a node that took long to stop has its full time to get ready", async () => {
  const { world, clock, instance, deploy } = await scene();
  world.lingers = () => true;
  await deploy(more);
  await clock.pass(90_000);
  world.lingers = () => false;
  world.ready = () => ({ ready: false, reason: "not yet" });
  world.letStop("broker-0");
  await clock.pass(1000);
  const launches = world.launches.length;
  instance.nodes.restart("broker-0");
  await clock.pass(5000);
  expect(world.launches).toHaveLength(launches);
  world.ready = () => ({ ready: true });
  await clock.pass(5000);
  expect(instance.nodes.get("broker-0")?.state).toBe("running");
});

describe("an interruption ends with its plan or phase", () => {
  test("a node that dies after an interrupted recovery has ended is brought back", async () => {
    const found = await scene();
    const { world, clock, instance, status } = found;
    world.ready = () => ({ ready: false, reason: "not yet" });
    instance.nodes.restart("broker-1");
    await clock.pass(500);
    expect(control(found, "interrupt", { plan: "recovery" })).toBe(true);
    world.ready = () => ({ ready: true });
    await clock.pass(5000);
    expect(status("recovery")).toBe("COMPLETE");
    world.die("broker-0");
    await clock.pass(5000);
    expect(instance.nodes.get("broker-0")?.state).toBe("running");
  });

  test("until then, new requests say that they wait", async () => {
    const found = await scene();
    const { world, clock, instance, status } = found;
    world.ready = () => ({ ready: false, reason: "not yet" });
    instance.nodes.restart("broker-1");
    await clock.pass(500);
    control(found, "interrupt", { plan: "recovery" });
    expect(instance.nodes.restart("broker-2").message).toBe("waits until the recovery plan is continued");
    world.ready = () => ({ ready: true });
    await clock.pass(5000);
    expect(status("recovery")).toBe("WAITING");
    expect(control(found, "continue", { plan: "recovery" })).toBe(true);
    await clock.pass(5000);
    expect(status("recovery")).toBe("COMPLETE");
  });

  test("a step of a completed rollout begins at once when it is restarted", async () => {
    const found = await scene();
    const { world, clock, deploy, steps, status, instance } = found;
    world.ready = ({ id }) => (id === "broker-2" ? { ready: false, reason: "not yet" } : { ready: true });
    await deploy(more);
    await clock.pass(5000);
    expect(steps()).toBe("broker-0 COMPLETE, broker-1 COMPLETE, broker-2 IN_PROGRESS");
    expect(control(found, "interrupt")).toBe(true);
    world.ready = () => ({ ready: true });
    await clock.pass(5000);
    expect(status()).toBe("COMPLETE");
    const phase = instance.plans.get("deploy")?.phases[1]?.name ?? "";
    expect(control(found, "restart", { phase, step: "broker-1" })).toBe(true);
    await clock.pass(5000);
    expect(status()).toBe("COMPLETE");
  });

  test("an interruption ends with the revision in which it could be ended by a control", async () => {
    const found = await atFirstNode();
    const { world, clock, status, deploy, instance } = found;
    control(found, "interrupt");
    instance.nodes.restart("broker-2");
    control(found, "interrupt", { plan: "recovery" });
    world.ready = () => ({ ready: true });
    await clock.pass(5000);
    expect([status(), status("recovery")]).toEqual(["WAITING", "WAITING"]);
    await deploy(kafka({ BROKER_MEM: 4096 }, { revision: "R2" }));
    await clock.pass(5000);
    expect([status(), status("recovery")]).toEqual(["COMPLETE", "COMPLETE"]);
  });
});

test("a node whose step was forced before its first launch is launched by a request", async () => {
  const found = await scene();
  const { instance, clock, deploy, world, status } = found;
  world.ready = () => ({ ready: false, reason: "not yet" });
  await deploy(kafka({ BROKER_COUNT: 5 }));
  await clock.pass(500);
  expect(() => instance.nodes.restart("broker-4")).toThrow("has not been launched yet; the deploy plan launches it");
  const phase = instance.plans.get("deploy")?.phases[1]?.name ?? "";
  expect(control(found, "forceComplete", { phase, step: "broker-4" })).toBe(true);
  world.ready = () => ({ ready: true });
  await clock.pass(5000);
  expect(status()).toBe("COMPLETE");
  expect(instance.nodes.get("broker-4")?.state).toBe("absent");
  instance.nodes.restart("broker-4");
  await clock.pass(5000);
  expect(instance.nodes.get("broker-4")?.state).toBe("running");
});

test("a pause that waits for the rollout does not interrupt it", async () => {
  const found = await atFirstNode();
  const { world, clock, instance, status } = found;
  expect(instance.nodes.pause("broker-1").message).toContain("waits for the rollout (deploy)");
  world.ready = () => ({ ready: true });
  await clock.pass(5000);
  expect(status()).toBe("COMPLETE");
  expect(instance.nodes.get("broker-1")?.state).toBe("paused");
  expect(world.launches.slice(3).map(({ node, task }) => `${node} ${task}`)).toEqual([
    "broker-0 node",
    "broker-1 node",
    "broker-2 node",
    "broker-1 pause",
  ]);
});
