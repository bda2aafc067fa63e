import { memoryStore } from "@reeve/laws";
import type { Store } from "@reeve/orchestrator/runtime";
import { expect, test } from "vitest";
import { createKubernetesRuntime } from "../src/index.ts";
import { heldClock } from "./support/held-clock.ts";
import { fastClock, openInstance, signal, taskOf } from "./support/instance.ts";

const volumes = { data: { name: "broker-0__1", kept: false } };

test("what happened while a watch was broken is reported once", async () => {
  const { cluster, agents, launch, state, reported } = await openInstance();
  const { taskId } = await launch();
  await state(taskId, "running");
  cluster.compact();
  await agents.stop(taskId, signal);
  await state(taskId, "stopped");
  cluster.dropWatches();
  const next = await launch();
  await state(next.taskId, "running");
  expect(reported.map((each) => each.state)).toEqual(["running", "stopped", "running"]);
});

test("a pod that went while nothing could be watched has ended", async () => {
  const { cluster, launch, state } = await openInstance();
  const { taskId } = await launch();
  await state(taskId, "running");
  cluster.fail({ request: "WATCH pods", status: 503, times: 3 });
  cluster.dropWatches();
  const [pod] = cluster.objects("pods");
  cluster.remove("pods", pod?.metadata.name ?? "");
  const { reason, ran } = await state(taskId, "failed");
  expect(reason).toMatch(/^its pod was deleted by another program/);
  expect(ran?.agent).toBe("machine-1");
});

test("a service that starts inside the cluster while the API server is away waits for it; outside, it says so at once", async () => {
  const { cluster, close } = await openInstance();
  await close();
  const openAt = (more: object) =>
    createKubernetesRuntime({
      connection: { server: cluster.server, namespace: "tests", ...more },
      settings: { image: "example.com/tools:1" },
    }).open({ instance: "other", store: memoryStore(), clock: fastClock, log: () => undefined, settings: () => ({}) });
  cluster.fail({ request: "GET leases", status: 503, times: 3 });
  cluster.fail({ request: "GET pods", status: 503, times: 2 });
  const agents = await openAt({ isInside: true });
  await agents.close();
  cluster.fail({ request: "GET leases", status: 503, times: 1 });
  await expect(openAt({})).rejects.toThrow("other: ");
});

test("an end that could not be stored, because the disk was full, is reported when there is space again", async () => {
  const kept = memoryStore();
  let refusals = 0;
  let isFull = false;
  const store: Store = {
    ...kept,
    write: (changes) => {
      if (!isFull) return kept.write(changes);
      refusals++;
      throw new Error("no space left on device");
    },
  };
  const { cluster, launch, state } = await openInstance({ store });
  const { taskId } = await launch();
  await state(taskId, "running");
  isFull = true;
  cluster.remove("pods", cluster.objects("pods")[0]?.metadata.name ?? "");
  while (refusals < 2) await new Promise(setImmediate);
  isFull = false;
  expect((await state(taskId, "failed")).reason).toMatch(/^its pod was deleted by another program/);
});

test.each([
  ["an answer of failure", 500],
  ["too many requests", 429],
  ["a broken connection", 0],
])("a launch goes on after %s", async (_, status) => {
  const { cluster, launch, state } = await openInstance();
  for (const request of ["POST persistentvolumeclaims", "POST pods", "POST services"]) cluster.fail({ request, status });
  const { taskId } = await launch({ volumes });
  const { reason } = await state(taskId, "waiting");
  expect(reason).toMatch(status === 0 ? /does not answer/ : /it failed/);
  await state(taskId, "running");
});

test.each([500, 0])("a pod that was made although the answer was lost is made once (%s)", async (status) => {
  const { cluster, launch, state, reported } = await openInstance();
  for (const request of ["POST pods", "POST persistentvolumeclaims", "POST configmaps"]) {
    cluster.fail({ request, status, done: true });
  }
  const files = [{ name: "a", "relative-path": "etc/a", "template-content": "{{TASK_NAME}}" }];
  const { taskId } = await launch({ volumes, files, environment: { TASK_NAME: "broker-0-node" } });
  await state(taskId, "running");
  expect(cluster.objects("pods")).toHaveLength(1);
  expect(cluster.objects("configmaps")[0]?.data).toEqual({ "0": "broker-0-node" });
  expect(reported.filter((each) => each.state === "failed")).toEqual([]);
});

test("a service that was killed before the files of a pod were made makes them when it is back", async () => {
  const store = memoryStore();
  const first = await openInstance({ store });
  const { cluster } = first;
  const files = [{ name: "a", "relative-path": "a", "template-content": "" }];
  cluster.fail({ request: "POST configmaps", status: 500, times: 1000 });
  const launched = await first.launch({ files });
  await first.state(launched.taskId, "waiting");
  expect(cluster.objects("pods")).toHaveLength(1);
  await first.close();
  cluster.heal();
  const second = await openInstance({ cluster, store, adopt: [launched.taskId] });
  await second.agents.launch(launched, signal);
  await second.state(launched.taskId, "running");
  expect(cluster.objects("configmaps")).toHaveLength(1);
});

test("while the API server is away a launch and a stop wait, and are done when it is back", async () => {
  const { cluster, agents, launch, state, reported } = await openInstance();
  const first = await launch();
  await state(first.taskId, "running");
  await cluster.down();
  await agents.stop(first.taskId, signal);
  const second = await launch({ node: "broker-1" });
  expect((await state(second.taskId, "waiting")).reason).toMatch(/^the API server http:.* does not answer: /);
  await cluster.up();
  await state(first.taskId, "stopped");
  await state(second.taskId, "running");
  const ofFirst = reported.filter(({ taskId }) => taskId === first.taskId);
  expect(ofFirst.map((each) => [each.state, "unhealthy" in each])).toEqual([
    ["running", false],
    ["running", true],
    ["stopped", false],
  ]);
  while (cluster.objects("pods").length > 1) await new Promise(setImmediate);
});

test("a quota is waited for, with what the API server says of it", async () => {
  const { cluster, launch, state } = await openInstance();
  cluster.fail({ request: "POST pods", status: 403, message: "exceeded quota: few", times: 2 });
  const { taskId } = await launch();
  expect((await state(taskId, "waiting")).reason).toBe("exceeded quota: few");
  await state(taskId, "running");
});

test("what can never be made fails, with the reason", async () => {
  const { cluster, launch, state } = await openInstance();
  cluster.fail({ request: "POST pods", status: 422, message: "spec.containers[0].image: Required value" });
  const { taskId } = await launch();
  const { reason, ran } = await state(taskId, "failed");
  expect(reason).toBe("broker-0 cannot be started: spec.containers[0].image: Required value");
  expect(ran).toBeUndefined();
});

test("a stop on a machine that is lost says so, and is done when the machine is deleted from the cluster", async () => {
  let later = 0;
  const clock = { ...fastClock, now: () => Date.now() + later };
  const { cluster, agents, launch, state } = await openInstance({ clock });
  const { taskId } = await launch();
  const { agent } = (await state(taskId, "running")).placement;
  cluster.lose(agent);
  await agents.stop(taskId, signal);
  later = 60_000;
  const { unhealthy } = await state(taskId, "running", (each) => each.unhealthy !== undefined);
  expect(unhealthy).toBe(
    `the machine ${agent} does not confirm that the task's pod has ended; if the machine is lost, delete it from the cluster`,
  );
  cluster.forget(agent);
  expect((await state(taskId, "stopped")).ran?.agent).toBe(agent);
});

test("a service that is started again says that a stop waits for a machine that is lost", async () => {
  const store = memoryStore();
  const first = await openInstance({ store });
  const { cluster } = first;
  const { taskId } = await first.launch();
  const { agent } = (await first.state(taskId, "running")).placement;
  cluster.lose(agent);
  await first.agents.stop(taskId, signal);
  await first.close();
  const clock = { ...fastClock, now: () => Date.now() + 60_000 };
  const second = await openInstance({ cluster, store, clock, adopt: [taskId] });
  await second.state(taskId, "running", ({ unhealthy }) => unhealthy?.includes(agent) === true);
});

test("a pod that finds no machine says why, and a stop takes it back", async () => {
  const { cluster, agents, launch, state } = await openInstance();
  cluster.full("0/3 nodes are available: 3 Insufficient memory");
  const { taskId } = await launch();
  const { reason } = await state(taskId, "waiting");
  expect(reason).toBe("it cannot be placed: 0/3 nodes are available: 3 Insufficient memory");
  await agents.stop(taskId, signal);
  expect((await state(taskId, "stopped")).ran).toBeUndefined();
  expect(cluster.objects("pods")).toEqual([]);
});

test("a pod that is not started says what the cluster noted last", async () => {
  const { cluster, launch, state } = await openInstance();
  cluster.full("pod has unbound immediate PersistentVolumeClaims");
  const event = (name: string, lastTimestamp: string, more: object) => ({ metadata: { name }, lastTimestamp, ...more });
  cluster.put(
    "events",
    event("a", "2026-01-01T00:00:02Z", {
      type: "Warning",
      reason: "ProvisioningFailed",
      message: 'storageclass.storage.k8s.io "fast" not found',
    }),
  );
  cluster.put("events", event("b", "2026-01-01T00:00:01Z", { type: "Normal", reason: "Scheduled" }));
  const { taskId } = await launch({ volumes });
  const { reason } = await state(taskId, "waiting");
  expect(reason).toBe('ProvisioningFailed: storageclass.storage.k8s.io "fast" not found');
  cluster.full();
  await state(taskId, "running");
});

test("a pod that passes through a wait is not said to wait", async () => {
  const { cluster, launch, state, reported } = await openInstance({ clock: heldClock() });
  cluster.full("pod has unbound immediate PersistentVolumeClaims");
  const { taskId } = await launch();
  while (cluster.objects("pods")[0]?.status?.conditions === undefined) await new Promise(setImmediate);
  cluster.full();
  await state(taskId, "running");
  expect(reported.map((each) => each.state)).toEqual(["running"]);
});

test("a launch that is stopped while its pod is being made leaves none", async () => {
  const { cluster, agents, state } = await openInstance();
  const launched = taskOf({ volumes });
  const controller = new AbortController();
  await agents.launch(launched, controller.signal);
  while (!cluster.requests.includes("POST pods")) await new Promise(setImmediate);
  controller.abort();
  await agents.stop(launched.taskId, signal);
  await state(launched.taskId, "stopped");
  await agents.deleteVolume("broker-0__1", signal);
  expect(cluster.objects("pods")).toEqual([]);
  expect(cluster.objects("persistentvolumeclaims")).toEqual([]);
});

test("a pod that comes after its stop was confirmed is deleted", async () => {
  const { cluster, agents, launch, state } = await openInstance();
  const { taskId } = await launch();
  await state(taskId, "running");
  const [pod] = cluster.objects("pods");
  if (!pod) throw new Error("there is no pod");
  await agents.stop(taskId, signal);
  await state(taskId, "stopped");
  cluster.put("pods", { ...pod, metadata: { ...pod.metadata, uid: "late" }, status: {} });
  while (cluster.objects("pods").length > 0) await new Promise(setImmediate);
});

test("what carries another instance's id is refused and left alone", async () => {
  const { cluster, agents, launch, state } = await openInstance();
  const foreign = (name: string) => ({ metadata: { name, uid: "x", labels: { app: "mine" } }, spec: { volumes: [] } });
  cluster.put("services", foreign("kafka"));
  const first = await launch();
  const { reason } = await state(first.taskId, "failed");
  expect(reason).toMatch(/the service kafka already exists and belongs to something else/);
  cluster.remove("services", "kafka");
  cluster.put("persistentvolumeclaims", foreign("kafka-broker-0-1-f65e7dcc3c"));
  const second = await launch({ volumes });
  expect((await state(second.taskId, "failed")).reason).toMatch(/the claim .+ already exists and belongs to something else/);
  await agents.deleteVolume("broker-0__1", signal);
  expect(cluster.objects("persistentvolumeclaims")).toHaveLength(1);
  expect(cluster.objects("pods")).toEqual([]);
  await expect(openInstance({ cluster, store: memoryStore() })).rejects.toThrow(
    /the lease kafka already exists and belongs to something else/,
  );
});

test("after a restart a task whose pod is gone has failed, and one that is not wanted is ended", async () => {
  const store = memoryStore();
  const first = await openInstance({ store });
  const { cluster } = first;
  const [lost, unwanted, kept] = await Promise.all(["broker-0", "broker-1", "broker-2"].map((node) => first.launch({ node })));
  if (!lost || !unwanted || !kept) throw new Error("nothing was launched");
  for (const { taskId } of [lost, unwanted, kept]) await first.state(taskId, "running");
  await first.close();
  const pod = cluster.objects("pods").find(({ metadata }) => metadata.annotations?.["reeve/task-id"] === lost.taskId);
  cluster.remove("pods", pod?.metadata.name ?? "");
  while (cluster.objects("pods").length > 2) await new Promise(setImmediate);
  const second = await openInstance({ cluster, store, adopt: [lost.taskId, kept.taskId] });
  expect((await second.state(lost.taskId, "failed")).reason).toMatch(/^its pod was deleted by another program/);
  await second.state(unwanted.taskId, "stopped");
  await second.state(kept.taskId, "running");
  while (cluster.objects("pods").length > 1) await new Promise(setImmediate);
  expect(cluster.objects("pods")[0]?.metadata.annotations?.["reeve/task-id"]).toBe(kept.taskId);
});

test("a launch takes as many requests with many nodes as with few", async () => {
  const { cluster, launch, state } = await openInstance({ settings: { spread: "preferred" } });
  const files = [{ name: "a", "relative-path": "a", "template-content": "" }];
  const counts: number[] = [];
  const counted = () => cluster.requests.filter((request) => !/^WATCH|leases$|events$/.test(request)).length;
  for (let index = 0; index < 30; index++) {
    const before = counted();
    const { taskId } = await launch({
      node: `broker-${index}`,
      files,
      volumes: { data: { name: `v${index}`, kept: false } },
    });
    await state(taskId, "running");
    counts.push(counted() - before);
  }
  // Each launch sends a claim, a pod and its files; the first also creates the headless service.
  expect(counts).toEqual([4, ...Array.from({ length: 29 }, () => 3)]);
});
