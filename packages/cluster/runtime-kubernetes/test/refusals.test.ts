import { isReeveError } from "@reeve/contract";
import { expect, test } from "vitest";
import { fastClock, type Instance, openInstance, signal } from "./support/instance.ts";

const FOREVER = 1_000_000;
const forbidden = "it is forbidden: the service account lacks a permission";
const denied = 'admission webhook "policy.example.com" denied the request: images need a digest';
const volumes = { data: { name: "v", kept: false } };
const files = [{ name: "a", "relative-path": "a", "template-content": "{{SECRET}}" }];

/** What operators are told at present that no node waits for. */
function troublesOf({ agents }: Instance): {
  readonly now: () => readonly string[];
  until(count: number): Promise<void>;
} {
  let now: readonly string[] = [];
  agents.watchTroubles?.((reasons) => {
    now = reasons;
  });
  return {
    now: () => now,
    until: async (count) => {
      while (now.length !== count) await new Promise(setImmediate);
    },
  };
}

test.each([
  ["POST services", forbidden, 403],
  ["POST persistentvolumeclaims", forbidden, 403],
  ["POST pods", forbidden, 403],
  ["POST configmaps", forbidden, 403],
  ["POST secrets", forbidden, 403],
  ["POST persistentvolumeclaims", "exceeded quota: storage", 403],
  ["POST pods", denied, 400],
  ["POST pods", "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no", 422],
  ["GET persistentvolumeclaims", forbidden, 403],
])("a launch whose %s is refused waits with the reason (%s) until the cause is removed", async (request, message, status) => {
  const { cluster, launch, state, reported } = await openInstance();
  const kept = request.startsWith("GET");
  if (kept) await state((await launch({ volumes, oneShot: true, command: { value: "true", environment: {} } })).taskId, "finished");
  cluster.fail({ request, message, status, times: FOREVER });
  const { taskId } = await launch({
    volumes: kept ? { data: { name: "v", kept } } : volumes,
    files,
    secrets: request === "POST secrets" ? { SECRET: "s" } : {},
    environment: { SECRET: "s" },
  });
  expect((await state(taskId, "waiting")).reason).toBe(message);
  cluster.heal();
  await state(taskId, "running");
  expect(reported.filter((each) => each.state === "failed")).toEqual([]);
});

test("a stop that is refused is shown with the reason, and is done when it is allowed", async () => {
  const { cluster, agents, launch, state } = await openInstance();
  const { taskId } = await launch();
  await state(taskId, "running");
  cluster.fail({ request: "DELETE pods", status: 403, message: forbidden, times: FOREVER });
  await agents.stop(taskId, signal);
  const { unhealthy } = await state(taskId, "running", (each) => each.unhealthy !== undefined);
  expect(unhealthy).toBe(forbidden);
  cluster.heal();
  await state(taskId, "stopped");
});

test.each(["GET", "DELETE"])("a volume whose %s is refused is not deleted, with the reason", async (method) => {
  const { cluster, agents, launch, state } = await openInstance();
  const { taskId } = await launch({ volumes });
  await state(taskId, "running");
  await agents.stop(taskId, signal);
  await state(taskId, "stopped");
  cluster.fail({ request: `${method} persistentvolumeclaims`, status: 403, message: forbidden });
  await expect(agents.deleteVolume("v", signal)).rejects.toThrow(forbidden);
  cluster.fail({ request: `${method} persistentvolumeclaims`, status: 0 });
  await expect(agents.deleteVolume("v", signal)).rejects.toThrow(/^the API server http:.+ does not answer: /);
  await agents.deleteVolume("v", signal);
  expect(cluster.objects("persistentvolumeclaims")).toEqual([]);
});

test("a claim that is held by a pod that cannot be deleted says so, and so does the instance, until both are gone", async () => {
  let later = 0;
  const instance = await openInstance({ clock: { ...fastClock, now: () => Date.now() + later } });
  const { cluster, agents, launch, state } = instance;
  const troubles = troublesOf(instance);
  cluster.fail({ request: "DELETE pods", status: 403, message: forbidden, times: FOREVER });
  const { taskId } = await launch({ volumes, command: { value: "exit 1", environment: {} } });
  await state(taskId, "failed");
  await troubles.until(1);
  expect(troubles.now()).toEqual([`pods of ended tasks cannot be deleted: ${forbidden}`]);
  const [pod] = cluster.objects("pods");
  const [claim] = cluster.objects("persistentvolumeclaims");
  const deletion = agents.deleteVolume("v", signal);
  const hasPolled = () => {
    const from = cluster.requests.indexOf("DELETE persistentvolumeclaims");
    return from >= 0 && cluster.requests.includes("GET persistentvolumeclaims", from);
  };
  while (!hasPolled()) await new Promise(setImmediate);
  later = 21_000;
  await expect(deletion).rejects.toThrow(
    `the claim ${claim?.metadata.name} is being deleted but still exists; the pod ${pod?.metadata.name} still exists`,
  );
  cluster.heal();
  await troubles.until(0);
  await agents.deleteVolume("v", signal);
  expect(cluster.objects("persistentvolumeclaims")).toEqual([]);
});

test("a disruption budget that cannot be set holds up nothing, is shown, and is set when that is allowed", async () => {
  const instance = await openInstance();
  const { cluster, agents, launch, state } = instance;
  const troubles = troublesOf(instance);
  cluster.fail({ request: "PATCH poddisruptionbudgets", status: 403, message: forbidden, times: FOREVER });
  agents.allowDisruption?.(false, 3);
  await troubles.until(1);
  expect(troubles.now()).toEqual([
    `drains of machines may evict nodes at the wrong time, because the disruption budget cannot be set: ${forbidden}`,
  ]);
  const { taskId } = await launch({ volumes });
  await state(taskId, "running");
  agents.allowDisruption?.(true, 3);
  await agents.stop(taskId, signal);
  await state(taskId, "stopped");
  await agents.deleteVolume("v", signal);
  expect(troubles.now()).toHaveLength(1);
  cluster.heal();
  await troubles.until(0);
  expect(cluster.objects("poddisruptionbudgets")[0]?.spec?.minAvailable).toBe(2);
});

test("a disruption budget of another program is left alone, which is shown until that budget is gone", async () => {
  const instance = await openInstance();
  const { cluster, agents } = instance;
  const troubles = troublesOf(instance);
  cluster.put("poddisruptionbudgets", { metadata: { name: "kafka" }, spec: { minAvailable: 7 } });
  agents.allowDisruption?.(false, 3);
  await troubles.until(1);
  expect(troubles.now()[0]).toMatch(/the disruption budget kafka already exists and belongs to something else/);
  expect(cluster.objects("poddisruptionbudgets")[0]?.spec?.minAvailable).toBe(7);
  cluster.remove("poddisruptionbudgets", "kafka");
  await troubles.until(0);
  expect(cluster.objects("poddisruptionbudgets")[0]?.spec?.minAvailable).toBe(3);
});

test("pods that cannot be listed are shown, because the states of nodes may be out of date", async () => {
  const instance = await openInstance();
  const { cluster, launch, state } = instance;
  const troubles = troublesOf(instance);
  await state((await launch()).taskId, "running");
  cluster.fail({ request: "GET pods", status: 403, message: forbidden, times: FOREVER });
  cluster.compact();
  await troubles.until(1);
  expect(troubles.now()).toEqual([`the states of nodes may be out of date: ${forbidden}`]);
  cluster.heal();
  await troubles.until(0);
});

test("usage that may not be measured is shown, but usage of a pod that does not answer is only left out", async () => {
  const instance = await openInstance();
  const { cluster, agents, launch, state } = instance;
  const troubles = troublesOf(instance);
  const { taskId } = await launch();
  await state(taskId, "running");
  const measured = async () => (await agents.usage?.([{ taskId, volumes: [] }]))?.size;
  cluster.fail({ request: "CONNECT exec", status: 500 });
  expect(await measured()).toBe(0);
  expect(troubles.now()).toEqual([]);
  cluster.fail({ request: "CONNECT exec", status: 403, message: forbidden });
  expect(await measured()).toBe(0);
  expect(troubles.now()).toEqual([`the resource usage of nodes cannot be measured: ${forbidden}`]);
  cluster.streams.run = () => ({ output: "anon 1\nusage_usec 2\n" });
  expect(await measured()).toBe(1);
  expect(troubles.now()).toEqual([]);
});

test("output that cannot be read is refused with the reason", async () => {
  const { cluster, agents, launch, state } = await openInstance();
  const { node, taskId } = await launch();
  await state(taskId, "running");
  const read = async (follow: boolean) => {
    try {
      const excerpt = await agents.log?.({ node, follow });
      for await (const _ of excerpt?.bytes ?? []) return undefined;
    } catch (error) {
      return error;
    }
    return undefined;
  };
  for (const follow of [false, true]) {
    cluster.fail({ request: "GET pods", status: 403, message: forbidden });
    const refused = await read(follow);
    expect(isReeveError(refused, "conflict")).toBe(true);
    expect(String(refused)).toContain(forbidden);
    cluster.fail({ request: "GET pods", status: 0 });
    expect(isReeveError(await read(follow), "unreachable")).toBe(true);
  }
});

test("a pod whose events may not be read says what its status says, or that the cause is unknown", async () => {
  const { cluster, launch, state } = await openInstance();
  cluster.fail({ request: "GET events", status: 403, message: forbidden, times: FOREVER });
  cluster.full("no room");
  const { taskId } = await launch({ volumes });
  expect((await state(taskId, "waiting")).reason).toBe("it cannot be placed: no room");
  // The pod gets a machine that does not start it.
  cluster.lose("machine-4");
  cluster.change("pods", cluster.objects("pods")[0]?.metadata.name ?? "", (pod) => {
    pod.spec = { ...pod.spec, nodeName: "machine-4" };
    pod.status = { phase: "Pending" };
  });
  const { reason } = await state(taskId, "waiting", (each) => !each.reason.includes("no room"));
  expect(reason).toBe(`why it waits is unknown: ${forbidden}`);
});
