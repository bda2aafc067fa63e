import { expect, test } from "vitest";
import type { WorkContext, WorkPlan } from "../src/for-engines.ts";
import { createOrchestrator } from "../src/index.ts";
import { definitions } from "./support/definitions.ts";
import { scene, temporaryFolder } from "./support/scene.ts";

const cassandra = definitions({ cassandra: { kind: "wide-column" } });

const backup: WorkPlan = {
  name: "backup",
  request: {},
  phases: [
    {
      name: "Upload",
      strategy: "serial",
      steps: [{ name: "node-1", work: { name: "upload", node: "node-1", parameters: {} } }],
    },
  ],
};

const upload = {
  key: "upload",
  node: "node-1",
  command: { value: "upload", environment: { FROM: "data" } },
  secrets: { KEY: "sesame" },
};

/** A backup whose upload runs next to node-1 until the test ends it. */
async function uploading(state?: string) {
  const setup = await scene(cassandra, state === undefined ? {} : { state });
  const { world, clock, instance } = setup;
  world.perform = (_, { atNode }: WorkContext) => atNode(upload);
  world.waits = ({ sidecar }) => (sidecar ? "it takes its time" : undefined);
  await instance.maintenance.start(backup);
  await clock.settle();
  return { ...setup, instance };
}

test("a task runs beside a node, in the same place and with its volumes, and its end is the end of the step", async () => {
  const { world, clock, instance } = await uploading();
  const node = instance.nodes.get("node-1");
  const request = world.launches.at(-1);
  expect(request).toMatchObject({
    node: "node-1",
    task: "upload",
    oneShot: true,
    sidecar: true,
    on: node?.placement,
    secrets: { KEY: "sesame" },
    volumes: Object.fromEntries(Object.entries(node?.volumes ?? {}).map(([path, name]) => [path, { name, kept: true }])),
  });
  expect(request?.resources["resource-specifications"]).toEqual([]);
  expect(instance.plans.get("backup")?.status).toBe("IN_PROGRESS");
  expect(instance.nodes.get("node-1")).toMatchObject({ state: "running", tasks: [{ task: "node" }] });
  world.letRun("node-1");
  await clock.settle();
  expect(instance.plans.get("backup")?.status).toBe("COMPLETE");
  expect(world.running()).toContain("node-1");
});

test("a failed task is the reason of the step, and is retried with it", async () => {
  const { world, clock, instance } = await uploading();
  world.fails = ({ sidecar }) => (sidecar ? "the store does not answer" : undefined);
  world.letRun("node-1");
  await clock.settle();
  expect(instance.plans.get("backup")?.errors).toEqual(["node-1: upload at node-1: the store does not answer"]);
  world.fails = () => undefined;
  world.waits = () => undefined;
  instance.plans.control({ command: "continue", plan: "backup" });
  await clock.settle();
  expect(instance.plans.get("backup")?.status).toBe("COMPLETE");
  expect(world.launches.filter(({ sidecar }) => sidecar)).toHaveLength(2);
});

test.each(["while it runs", "after it has ended"])("it goes on while the service is down, and is launched once (%s)", async (when) => {
  const state = temporaryFolder();
  const { world, clock, orchestrator } = await uploading(state);
  await orchestrator.close({ tasks: "leave" });
  world.kill();
  if (when === "after it has ended") world.letRun("node-1");
  const again = await createOrchestrator({ engines: world.engines, clock, state });
  await clock.pass(1000);
  if (when === "while it runs") {
    expect(again.instance("cassandra")?.plans.get("backup")?.status).toBe("IN_PROGRESS");
    world.letRun("node-1");
    await clock.pass(1000);
  }
  expect(again.instance("cassandra")?.plans.get("backup")?.status).toBe("COMPLETE");
  // If a launch was not confirmed, it is sent again with the same task id.
  expect(new Set(world.launches.filter(({ sidecar }) => sidecar).map(({ taskId }) => taskId)).size).toBe(1);
  await again.close();
});

test("a step that is restarted ends its old task first, and then launches a new one", async () => {
  const { world, clock, instance } = await uploading();
  const [first] = world.launches.slice(-1);
  instance.plans.control({ command: "restart", plan: "backup" });
  await clock.settle();
  expect(world.stops).toEqual([first?.taskId]);
  expect(world.launches.at(-1)?.taskId).not.toBe(first?.taskId);
  world.letRun("node-1");
  await clock.settle();
  expect(instance.plans.get("backup")?.status).toBe("COMPLETE");
});

test("no task can run beside a node that does not run", async () => {
  const { world, clock, instance } = await scene(cassandra);
  world.perform = (_, { atNode }: WorkContext) => atNode({ ...upload, node: "node-9" });
  await instance.maintenance.start(backup);
  await clock.settle();
  expect(instance.plans.get("backup")?.errors).toEqual(["node-1: the task upload can only run while node-9 is running"]);
});

test("tasks beside nodes end with the nodes when the service stops them", async () => {
  const { world, orchestrator } = await uploading();
  const [sidecar] = world.launches.slice(-1);
  await orchestrator.close({ tasks: "stop" });
  expect(world.stops[0]).toBe(sidecar?.taskId);
  expect(world.running()).toEqual([]);
});
