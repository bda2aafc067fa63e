import { expect, onTestFinished, test, vi } from "vitest";
import { command, openInstance, signal } from "./support/instance.ts";

test("a task that ends says how, with its last words", async () => {
  const { launch, state } = await openInstance();
  const { taskId } = await launch(command("exit 3"));
  expect((await state(taskId, "failed")).reason).toBe("it ended with exit code 3: the last output");
});

test("a pod that has ended is deleted, so that it holds no volume", async () => {
  const { cluster, agents, launch, state } = await openInstance();
  const volumes = { data: { name: "v", kept: false } };
  const { taskId } = await launch({ ...command("true"), oneShot: true, task: "format", volumes });
  await state(taskId, "finished");
  await agents.deleteVolume("v", signal);
  expect(cluster.objects("pods")).toEqual([]);
});

test("a task ends with its container; a container that its machine has lost sight of may still run", async () => {
  const { cluster, launch, state, reported } = await openInstance();
  const terminate = (reason: string) =>
    cluster.change("pods", cluster.objects("pods")[0]?.metadata.name ?? "", (it) => {
      it.status = {
        ...it.status,
        containerStatuses: [{ ready: false, state: { terminated: { exitCode: 137, reason } } }],
      };
    });
  const { taskId } = await launch();
  await state(taskId, "running");
  terminate("ContainerStatusUnknown");
  await state(taskId, "running");
  expect(reported.map((each) => each.state)).not.toContain("failed");
  terminate("Error");
  expect((await state(taskId, "failed")).reason).toBe("it ended with exit code 137");
});

test("a task that was ready and is not any more does not answer its health check", async () => {
  const { cluster, launch, state } = await openInstance();
  const healthCheck = { port: "main", interval: 5, timeout: 1, failures: 3 };
  const { taskId } = await launch({ healthCheck });
  await state(taskId, "running");
  const [pod] = cluster.objects("pods");
  cluster.change("pods", pod?.metadata.name ?? "", (it) => {
    const lastTransitionTime = new Date(Date.now() + 5000).toISOString();
    const conditions = [{ type: "Ready", status: "False", reason: "ContainersNotReady", lastTransitionTime }];
    it.status = { ...it.status, conditions };
  });
  const { unhealthy } = await state(taskId, "running", (each) => each.unhealthy !== undefined);
  expect(unhealthy).toBe("it no longer answers its health check");
});

test("a machine that does not report is no reason to restart its tasks, which may well run", async () => {
  const { cluster, launch, state } = await openInstance();
  const { taskId } = await launch();
  const { agent } = (await state(taskId, "running")).placement;
  const [pod] = cluster.objects("pods");
  const ready = (status: string, seconds: number) =>
    cluster.change("pods", pod?.metadata.name ?? "", (it) => {
      const lastTransitionTime = new Date(Date.now() + seconds * 1000).toISOString();
      it.status = { ...it.status, conditions: [{ type: "Ready", status, lastTransitionTime }] };
    });
  ready("False", 5);
  const { unseen, unhealthy } = await state(taskId, "running", (each) => each.unseen !== undefined);
  expect(unseen).toBe(`the machine ${agent} does not report; if the machine is lost, delete it from the cluster`);
  expect(unhealthy).toBeUndefined();
  ready("True", 10);
  await state(taskId, "running", (each) => each.unseen === undefined);
});

test("a machine that is drained says so", async () => {
  const { cluster, launch, state } = await openInstance();
  const { taskId } = await launch();
  await state(taskId, "running");
  const name = cluster.objects("pods")[0]?.metadata.name ?? "";
  cluster.change("pods", name, (it) => {
    const conditions = [{ type: "DisruptionTarget", status: "True", reason: "EvictionByEvictionAPI", message: "Eviction API: evicting" }];
    it.status = { ...it.status, conditions };
  });
  cluster.remove("pods", name);
  expect((await state(taskId, "failed")).reason).toBe("its pod was removed: Eviction API: evicting");
});

test("nodes have stable names and the ports that they ask for, and a budget keeps all of them, or all but one when that is allowed", async () => {
  const { cluster, agents } = await openInstance();
  const ports = [
    { name: "client", port: 9092, variable: "CLIENT_PORT" },
    { name: "found", port: 0, variable: undefined },
  ];
  const nodes = ["broker-0", "broker-1", "broker-2"].map((node) => ({ node, ports, ownAddress: false }));
  const identities = await agents.identify(nodes);
  expect(identities.get("broker-1")).toEqual({
    host: "broker-1.kafka.tests.svc.cluster.local",
    ports: { client: 9092, found: 20_000 },
  });
  const kept = () => cluster.objects("poddisruptionbudgets")[0]?.spec?.minAvailable;
  while (kept() === undefined) await new Promise(setImmediate);
  expect(kept()).toBe(3);
  agents.allowDisruption?.(true, 3);
  while (kept() === 3) await new Promise(setImmediate);
  expect(kept()).toBe(2);
  // A node has left.
  agents.allowDisruption?.(true, 2);
  while (kept() === 2) await new Promise(setImmediate);
  expect(kept()).toBe(1);
});

test("the headless service is created again after a while if another program has deleted it", async () => {
  const { cluster, launch, state } = await openInstance();
  await state((await launch()).taskId, "running");
  const [service] = cluster.objects("services");
  cluster.remove("services", service?.metadata.name ?? "");
  const { now } = performance;
  vi.spyOn(performance, "now").mockImplementation(() => now.call(performance) + 60_000);
  onTestFinished(() => void vi.restoreAllMocks());
  await state((await launch({ taskId: "another", node: "broker-1" })).taskId, "running");
  expect(cluster.objects("services")).toHaveLength(1);
});

test("what a secret fills is in a secret that goes with its pod, and in nothing else", async () => {
  const { cluster, agents, launch, state } = await openInstance();
  const files = [{ name: "a", "relative-path": "a", "template-content": "{{KEY}}" }];
  const { taskId } = await launch({ files, secrets: { KEY: "hidden" } });
  await state(taskId, "running");
  expect(cluster.objects("secrets").map(({ stringData }) => stringData)).toEqual([{ "0": "hidden" }]);
  expect(JSON.stringify(cluster.objects("pods"))).not.toContain("hidden");
  expect(cluster.objects("configmaps")).toEqual([]);
  await agents.stop(taskId, signal);
  await state(taskId, "stopped");
  while (cluster.objects("secrets").length > 0) await new Promise(setImmediate);
});

test("the end of an instance leaves nothing of it in the cluster", async () => {
  const { cluster, agents, launch, state } = await openInstance();
  await agents.identify([{ node: "broker-0", ports: [], ownAddress: false }]);
  const volumes = { data: { name: "v", kept: false } };
  const { taskId } = await launch({ volumes, files: [{ name: "a", "relative-path": "a", "template-content": "" }] });
  await state(taskId, "running");
  await expect(agents.end?.(signal)).rejects.toThrow("still run");
  await agents.stop(taskId, signal);
  await state(taskId, "stopped");
  await agents.deleteVolume("v", signal);
  // The answer about the budget is still on its way.
  agents.allowDisruption?.(true, 1);
  await agents.end?.(signal);
  agents.allowDisruption?.(false, 1);
  // biome-ignore lint/plugin: nothing must be created, which shows only after some time
  await new Promise((resolve) => setTimeout(resolve, 100));
  const kinds = ["pods", "persistentvolumeclaims", "configmaps", "secrets", "services", "poddisruptionbudgets"];
  expect(kinds.map((kind) => cluster.objects(kind).length)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("what a node has printed is read in parts", async () => {
  const { agents, launch, state } = await openInstance();
  const { taskId } = await launch();
  await state(taskId, "running");
  const first = await agents.log?.({ node: "broker-0" });
  const chunks: Uint8Array[] = [];
  for await (const chunk of first?.bytes ?? []) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe("first\nsecond\n");
  const second = await agents.log?.({ node: "broker-0", ...(first?.next && { after: first.next }) });
  const more: Uint8Array[] = [];
  for await (const chunk of second?.bytes ?? []) more.push(chunk);
  expect(more).toEqual([]);
  expect(second?.next).toBe(first?.next);
});

test("what tasks use is measured in their containers, and pods that do not answer are left out", async () => {
  const { cluster, agents, launch, state } = await openInstance();
  const volumes = { data: { name: "v", kept: false } };
  const first = await launch({ volumes });
  const second = await launch({ node: "broker-1" });
  for (const { taskId } of [first, second]) await state(taskId, "running");
  const scripts: string[] = [];
  cluster.streams.run = (pod, command) => {
    scripts.push(command.at(-1) ?? "");
    if (!pod.includes("broker-0")) return { failure: "container not found" };
    return { output: "anon 8192\nusage_usec 2500000\nnanoseconds \ndisk 3 /sandbox/data\n" };
  };
  const used = await agents.usage?.([
    { taskId: first.taskId, volumes: ["v"] },
    { taskId: second.taskId, volumes: [] },
  ]);
  expect([...(used ?? [])]).toEqual([[first.taskId, { memory: 8192, processor: 2.5, disk: 3072 }]]);
  expect(scripts.filter((script) => script.includes("du -sk '/sandbox/data'"))).toHaveLength(1);
  await agents.usage?.([{ taskId: first.taskId, volumes: [] }]);
  expect(scripts.at(-1)).not.toContain("du -sk");
});
