import { ReeveError } from "@reeve/contract";
import { describe, expect, test } from "vitest";
import { createOrchestrator, type WorkPlan } from "../src/index.ts";
import { definitions } from "./support/definitions.ts";
import { type Scene, scene, temporaryFolder } from "./support/scene.ts";

const cassandra = definitions({ cassandra: { kind: "wide-column" } });

const plan = (name: string, request: object = {}, secrets?: Record<string, string>): WorkPlan => ({
  name,
  request: { ...request },
  ...(secrets ? { secrets } : {}),
  phases: [
    {
      name: "Snapshot",
      strategy: "parallel",
      steps: ["node-0", "node-1"].map((node) => ({
        name: node,
        work: { name: "snapshot", node, parameters: { a: 1 } },
      })),
    },
    {
      name: "Upload",
      strategy: "serial",
      steps: [{ name: "node-0", work: { name: "upload", node: "node-0", parameters: {} } }],
    },
  ],
});

test("the engine does the work, phase by phase, and its messages are shown", async () => {
  const { instance, clock, world, message, status, steps } = await scene(cassandra);
  let upload: () => void = () => undefined;
  world.perform = async ({ name }, { report, secrets }) => {
    report(`${name} with ${Object.keys(secrets)}`);
    if (name === "upload") await new Promise<void>((resolve) => (upload = resolve));
  };
  await instance.maintenance.start(plan("backup", { backup_name: "one" }, { key: "secret" }));
  await clock.settle();
  expect(world.works.map(({ name, node }) => `${name} ${node}`)).toEqual(["snapshot node-0", "snapshot node-1", "upload node-0"]);
  expect(steps("backup", "Snapshot")).toBe("node-0 COMPLETE, node-1 COMPLETE");
  expect(message("node-0", "backup")).toBe("node-0 is IN_PROGRESS: upload with key");
  expect(instance.plans.names()).toEqual(["deploy", "recovery", "backup"]);
  upload();
  await clock.settle();
  expect(status("backup")).toBe("COMPLETE");
});

test("failed work is the reason of the step, and the plan stops there; it can be requested again", async () => {
  const { instance, clock, world, status } = await scene(cassandra);
  world.perform = async () => {
    throw new Error("the bucket does not exist");
  };
  await instance.maintenance.start(plan("backup"));
  await clock.settle();
  expect(status("backup")).toBe("ERROR");
  expect(instance.plans.get("backup")?.errors).toEqual(["node-0: the bucket does not exist", "node-1: the bucket does not exist"]);
  world.perform = async () => undefined;
  await instance.maintenance.start(plan("backup"));
  await clock.settle();
  expect(status("backup")).toBe("COMPLETE");
});

describe("one at a time", () => {
  test.each([
    ["backup", "backup"],
    ["backup", "restore"],
    ["restore", "backup"],
    ["cleanup", "cleanup"],
    ["repair", "repair"],
    ["cleanup", "repair"],
    ["cleanup", "backup"],
  ])("%s, then %s", async (first, second) => {
    const { instance, world, clock } = await scene(cassandra);
    world.perform = () => new Promise(() => undefined);
    await instance.maintenance.start(plan(first));
    await clock.settle();
    await expect(instance.maintenance.start(plan(second))).rejects.toMatchObject({
      code: "conflict",
      message: `cassandra: the plan ${first} is running; wait until it is complete`,
    });
  });
});

test("an interrupted one continues where it was; stopping it ends its work", async () => {
  const { instance, world, clock, status, steps } = await scene(cassandra);
  const aborted: string[] = [];
  const go: (() => void)[] = [];
  world.perform = ({ name, node }, { signal }) => {
    signal.addEventListener("abort", () => aborted.push(`${name} ${node}`));
    return new Promise((resolve) => go.push(resolve));
  };
  await instance.maintenance.start(plan("cleanup"));
  await clock.settle();
  instance.plans.control({ command: "interrupt", plan: "cleanup" });
  for (const each of go) each();
  await clock.settle();
  expect(steps("cleanup")).toBe("node-0 WAITING");
  expect(status("cleanup")).toBe("WAITING");
  instance.plans.control({ command: "continue", plan: "cleanup" });
  await clock.settle();
  expect(world.works).toHaveLength(3);
  instance.plans.control({ command: "stop", plan: "cleanup" });
  await clock.settle();
  expect(aborted).toEqual(["upload node-0"]);
  expect(steps("cleanup")).toBe("node-0 PENDING");
});

/** A cleanup whose steps end when the test says so. */
function inSteps({ world }: Scene, ids = ["node-0", "node-1", "node-2"]) {
  const ends: ((failure?: string) => void)[] = [];
  world.perform = () =>
    new Promise((resolve, reject) => ends.push((failure) => (failure === undefined ? resolve() : reject(new Error(failure)))));
  const steps = ids.map((node) => ({ name: node, work: { name: "cleanup", node, parameters: {} } }));
  const cleanup: WorkPlan = { name: "cleanup", request: {}, phases: [{ name: "Cleanup", strategy: "serial", steps }] };
  return { cleanup, end: (failure?: string) => ends.shift()?.(failure) };
}

const more = definitions({ cassandra: { kind: "wide-column", settings: { NODE_MEM: 4096 } } });

describe("maintenance and rollouts", () => {
  test("maintenance is refused before the first deployment", async () => {
    const setup = await scene(cassandra, {
      prepare: (world) => (world.ready = () => ({ ready: false, reason: "no" })),
    });
    const { cleanup } = inSteps(setup);
    let requested = false;
    const check = async () => {
      requested = true;
    };
    await expect(setup.instance.maintenance.start({ ...cleanup, check })).rejects.toMatchObject({
      code: "conflict",
      message: "cassandra is not installed yet; wait until the deploy plan is complete",
    });
    expect([requested, setup.instance.maintenance.history()]).toEqual([false, []]);
  });

  test("what an engine refuses never begins", async () => {
    const { instance } = await scene(cassandra);
    const check = async () => {
      throw new ReeveError("bad-input", "there is no keyspace x");
    };
    await expect(instance.maintenance.start({ ...plan("repair"), check })).rejects.toThrow("no keyspace x");
    expect([instance.plans.names(), instance.maintenance.history()]).toEqual([["deploy", "recovery"], []]);
  });

  test("maintenance waits for the rollout that runs, and says so", async () => {
    const setup = await scene(cassandra);
    const { instance, world, clock, deploy, message, status } = setup;
    const { cleanup, end } = inSteps(setup);
    world.ready = () => ({ ready: false, reason: "not yet" });
    await deploy(more);
    await instance.maintenance.start(cleanup);
    await clock.pass(60_000);
    expect(message("node-0", "cleanup")).toBe("node-0 is PENDING: waits for the rollout (deploy)");
    expect(instance.maintenance.history()).toMatchObject([
      { status: "PENDING", reason: "waits for the rollout (deploy)", started_at: null },
    ]);
    world.ready = () => ({ ready: true });
    await clock.pass(10_000);
    expect([status(), status("cleanup"), world.works.length]).toEqual(["COMPLETE", "IN_PROGRESS", 1]);
    for (let step = 0; step < 3; step++) {
      end();
      await clock.settle();
    }
    expect(status("cleanup")).toBe("COMPLETE");
  });

  test("a rollout waits for the step that runs, and comes before the next one", async () => {
    const setup = await scene(cassandra);
    const { instance, world, clock, deploy, message, status, steps } = setup;
    const { cleanup, end } = inSteps(setup);
    await instance.maintenance.start(cleanup);
    await deploy(more);
    await clock.pass(60_000);
    expect(message("node-0")).toBe("node-0 is PENDING: waits for the plan cleanup: Cleanup of node-0");
    expect(world.stops).toEqual([]);
    end();
    await clock.pass(60_000);
    expect([status(), steps("cleanup")]).toEqual(["COMPLETE", "node-0 COMPLETE, node-1 IN_PROGRESS, node-2 PENDING"]);
  });

  test("a node that is added waits, too", async () => {
    const setup = await scene(cassandra);
    const { instance, world, clock, deploy } = setup;
    const { cleanup, end } = inSteps(setup);
    await instance.maintenance.start(cleanup);
    await deploy(definitions({ cassandra: { kind: "wide-column", settings: { NODE_COUNT: 4 } } }));
    await clock.pass(60_000);
    expect(world.running()).toHaveLength(3);
    end();
    await clock.pass(60_000);
    expect(world.running()).toHaveLength(4);
  });

  test("a restart comes between two steps, and the engine's refusal does not delay the next one", async () => {
    const setup = await scene(cassandra);
    const { instance, world, clock, status, message } = setup;
    const { cleanup, end } = inSteps(setup);
    await instance.maintenance.start(cleanup);
    expect(instance.nodes.restart("node-2").message).toBe("waits for the plan cleanup: Cleanup of node-0");
    world.mayStop = () => ({ ready: false, reason: "it streams" });
    end();
    await clock.pass(10_000);
    expect(world.works).toHaveLength(2);
    world.mayStop = () => ({ ready: true });
    world.ready = ({ id }) => (id === "node-2" ? { ready: false, reason: "not yet" } : { ready: true });
    end();
    await clock.pass(10_000);
    expect(message("node-2", "cleanup")).toBe("node-2 is PENDING: waits for node-2, which is starting: not yet");
    world.ready = () => ({ ready: true });
    await clock.pass(10_000);
    expect([status("recovery"), world.works.length]).toEqual(["COMPLETE", 3]);
  });

  test("a rollout that waits for an operator does not delay maintenance", async () => {
    const setup = await scene(cassandra);
    const { instance, world, clock, deploy } = setup;
    const { cleanup } = inSteps(setup);
    world.ready = () => ({ ready: false, reason: "not yet" });
    await deploy(more);
    instance.plans.control({ command: "interrupt", plan: "deploy" });
    world.ready = () => ({ ready: true });
    await clock.pass(10_000);
    await instance.maintenance.start(cleanup);
    await clock.settle();
    expect(world.works).toHaveLength(1);
  });
});

describe("maintenance that has failed", () => {
  async function failed() {
    const setup = await scene(cassandra);
    const { cleanup, end } = inSteps(setup);
    await setup.instance.maintenance.start({ ...cleanup, request: { nodes: ["*"] } });
    end();
    await setup.clock.settle();
    await setup.clock.pass(5000);
    end("the disk is full");
    await setup.clock.settle();
    return { ...setup, instance: setup.instance, cleanup, end };
  }

  test("is logged and remembered, and can be retried where it was", async () => {
    const { instance, clock, end, logged, steps, world } = await failed();
    expect(logged.filter(([level]) => level === "error")).toEqual([
      [
        "error",
        "maintenance has failed",
        { instance: "cassandra", plan: "cleanup", phase: "Cleanup", step: "node-1", reason: "the disk is full" },
      ],
    ]);
    expect(instance.maintenance.current()).toBe("cleanup");
    expect(instance.maintenance.history()).toEqual([
      {
        id: expect.any(String),
        name: "cleanup",
        request: { nodes: ["*"] },
        status: "ERROR",
        reason: "node-1: the disk is full",
        requested_at: "2026-01-01T00:00:01.000Z",
        started_at: "2026-01-01T00:00:01.000Z",
        completed_at: "2026-01-01T00:00:06.000Z",
      },
    ]);
    expect(instance.plans.control({ command: "interrupt", plan: "cleanup" })).toEqual({ changed: false });
    expect(instance.plans.control({ command: "continue", plan: "cleanup" })).toEqual({ changed: true });
    await clock.settle();
    expect(instance.maintenance.history()).toMatchObject([{ status: "IN_PROGRESS", reason: null, completed_at: null }]);
    expect(steps("cleanup")).toBe("node-0 COMPLETE, node-1 IN_PROGRESS, node-2 PENDING");
    end();
    await clock.settle();
    end();
    await clock.settle();
    expect(world.works.map(({ node }) => node)).toEqual(["node-0", "node-1", "node-1", "node-2"]);
    expect(instance.maintenance.history()).toMatchObject([{ status: "COMPLETE", reason: null }]);
    expect(instance.maintenance.current()).toBeUndefined();
  });

  test("can no longer be retried once a rollout begins, and stays in the history", async () => {
    const { instance, clock, deploy, logged } = await failed();
    await deploy(more);
    await clock.pass(10_000);
    expect(instance.maintenance.current()).toBeUndefined();
    expect(instance.plans.control({ command: "continue", plan: "cleanup" })).toEqual({ changed: false });
    expect(instance.maintenance.history()).toMatchObject([{ status: "ERROR", reason: "node-1: the disk is full" }]);
    expect(logged.filter(([level]) => level === "error")).toHaveLength(1);
  });

  test("can no longer be retried once other maintenance begins", async () => {
    const { instance, world } = await failed();
    world.perform = async () => undefined;
    await instance.maintenance.start(plan("repair"));
    expect(instance.maintenance.current()).toBe("repair");
    expect(instance.maintenance.history().map(({ name, status }) => `${name} ${status}`)).toEqual(["repair IN_PROGRESS", "cleanup ERROR"]);
  });

  test("still has its keys when it is retried", async () => {
    const { instance, clock, world, status } = await scene(cassandra);
    const seen: unknown[] = [];
    world.perform = async (_, { secrets }) => {
      seen.push(secrets.key);
      if (seen.length === 1) throw new Error("no such bucket");
    };
    await instance.maintenance.start({ ...plan("backup", {}, { key: "secret" }), phases: plan("").phases.slice(1) });
    await clock.settle();
    expect(status("backup")).toBe("ERROR");
    instance.plans.control({ command: "continue", plan: "backup" });
    await clock.settle();
    expect([status("backup"), seen]).toEqual(["COMPLETE", ["secret", "secret"]]);
  });
});

test("the last hundred are remembered, from the newest to the oldest, over a restart", async () => {
  const state = temporaryFolder();
  const { instance, clock, orchestrator, world } = await scene(cassandra, { state });
  for (let count = 1; count <= 102; count++) {
    await instance.maintenance.start(plan("repair", { count }));
    await clock.settle();
  }
  const counts = ({ maintenance }: typeof instance) => maintenance.history().map(({ request }) => request.count);
  expect(counts(instance)).toEqual(Array.from({ length: 100 }, (_, index) => 102 - index));
  const before = instance.maintenance.history();
  await orchestrator.close();
  const again = await createOrchestrator({ engines: world.engines, clock, state });
  expect(again.instance("cassandra")?.maintenance.history()).toEqual(before);
  await again.close();
});

test("work that a restart interrupted begins again when nothing prevents it", async () => {
  const state = temporaryFolder();
  const setup = await scene(cassandra, { state });
  const { clock, world, orchestrator, instance } = setup;
  const { cleanup, end } = inSteps(setup);
  await instance.maintenance.start(cleanup);
  await clock.settle();
  await orchestrator.close();
  world.forget("node-2");
  world.ready = () => ({ ready: false, reason: "not yet" });
  const again = await createOrchestrator({ engines: world.engines, clock, state });
  await clock.settle();
  const step = () => again.instance("cassandra")?.plans.get("cleanup")?.phases[0]?.steps[0];
  expect(step()?.reason).toBe("waits for node-2, which is starting: not yet");
  world.ready = () => ({ ready: true });
  await clock.pass(2000);
  expect([step()?.message, world.works.length]).toEqual(["node-0 is IN_PROGRESS", 2]);
  end();
  await again.close();
});
