import { expect, test } from "vitest";
import type { KubernetesSettings } from "../src/index.ts";
import { openInstance, signal } from "./support/instance.ts";

const apart = (...types: readonly string[]) => ({
  placementRule: {
    "@type": "AndRule",
    rules: types.map((type) => ({ "@type": "TaskTypeRule", type, behavior: "AVOID" as const })),
  },
});

/** An instance on one machine. Tests change its settings. */
async function onOneMachine() {
  const definition: { spread: KubernetesSettings["spread"] } = { spread: "required" };
  const instance = await openInstance({ definition: () => definition });
  for (const machine of ["machine-2", "machine-3"]) instance.cluster.lose(machine);
  return { ...instance, definition };
}

test("a node without a machine of its own says so and what helps, and the advice helps", async () => {
  const { agents, launch, state, definition } = await onOneMachine();
  const first = await launch(apart("broker"));
  await state(first.taskId, "running");
  const second = await launch({ ...apart("broker"), node: "broker-1" });
  expect((await state(second.taskId, "waiting")).reason).toBe(
    "it cannot be placed: 0/1 nodes are available: 1 node(s) didn't match pod anti-affinity rules; nodes that keep apart share no machine with spread: required; add a machine, or deploy spread: preferred in the runtime's settings and restart this node",
  );
  definition.spread = "preferred";
  await agents.stop(second.taskId, signal);
  await state(second.taskId, "stopped");
  const again = await launch({ ...apart("broker"), node: "broker-1" });
  expect((await state(again.taskId, "running")).placement.agent).toBe("machine-1");
});

test("nodes whose pod specs let them share a machine do so, and other types still keep away from them", async () => {
  const { launch, state } = await onOneMachine();
  for (const node of ["broker-0", "broker-1"]) await state((await launch({ node, ...apart() })).taskId, "running");
  const other = await launch({ node: "name-0", podType: "name", ...apart("broker", "name") });
  expect((await state(other.taskId, "waiting")).reason).toMatch(/anti-affinity/);
});

test("a node that would no longer share a machine lets a node run that may", async () => {
  const { launch, state } = await onOneMachine();
  await state((await launch(apart("broker"))).taskId, "running");
  // Its pod spec has changed, as with PLACEMENT_STRATEGY: ANY.
  await state((await launch({ node: "broker-1", ...apart() })).taskId, "running");
});

test("without a rule, nodes of one type never share a machine", async () => {
  const { launch, state } = await onOneMachine();
  await state((await launch()).taskId, "running");
  const second = await launch({ node: "broker-1" });
  expect((await state(second.taskId, "waiting")).reason).toMatch(/anti-affinity/);
  await state((await launch({ node: "name-0", podType: "name" })).taskId, "running");
});

test("a placement rule that the cluster cannot follow fails the launch, before anything is made", async () => {
  const { cluster, launch, state } = await openInstance();
  const placementRule = { "@type": "HostnameRule" };
  const { taskId } = await launch({ placementRule, volumes: { data: { name: "v", kept: false } } });
  expect((await state(taskId, "failed")).reason).toMatch(
    /^broker-0 cannot be started: the runtime kubernetes cannot follow the placement rule \{"@type":"HostnameRule"\}: /,
  );
  expect(cluster.objects("persistentvolumeclaims")).toEqual([]);
});
