import { memoryStore } from "@reeve/laws";
import type { Store } from "@reeve/orchestrator/runtime";
import { expect, test, vi } from "vitest";
import { openInstance } from "./support/instance.ts";

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), 3000);
const files = [{ name: "a", "relative-path": "a", "template-content": "" }];

test("a pod that was created and deleted while nothing could be watched has ended", async () => {
  const { cluster, launch, state } = await openInstance();
  cluster.full("no machine");
  cluster.fail({ request: "WATCH pods", status: 503, times: 1000 });
  cluster.fail({ request: "GET pods", status: 503, times: 1000 });
  cluster.dropWatches();
  const { taskId } = await launch({ files });
  await until(() => cluster.objects("configmaps").length > 0);
  cluster.remove("pods", cluster.objects("pods")[0]?.metadata.name ?? "");
  await until(() => cluster.objects("pods").length === 0);
  cluster.heal();
  expect((await state(taskId, "failed")).reason).toMatch(/^its pod was deleted by another program/);
});

/** A store whose disk can be full. */
function storeOfFullDisk() {
  const kept = memoryStore();
  const disk = { isFull: false, refusals: 0 };
  const store: Store = {
    ...kept,
    write: (changes) => {
      if (!disk.isFull) return kept.write(changes);
      disk.refusals++;
      throw new Error("no space left on device");
    },
  };
  return { store, disk };
}

test("a launch that has failed while the disk was full is reported when there is space again", async () => {
  const { store, disk } = storeOfFullDisk();
  const { cluster, launch, state } = await openInstance({ store });
  cluster.fail({ request: "POST pods", status: 422, message: "it is invalid" });
  const { taskId } = await launch();
  disk.isFull = true;
  await until(() => disk.refusals > 1);
  disk.isFull = false;
  expect((await state(taskId, "failed")).reason).toBe("broker-0 cannot be started: it is invalid");
});

test("a pod whose files are refused for ever is deleted", async () => {
  const { cluster, launch, state } = await openInstance();
  cluster.fail({ request: "POST configmaps", status: 500, times: 3 });
  cluster.fail({ request: "POST configmaps", status: 413, message: "the request is too large" });
  const { taskId } = await launch({ files });
  expect((await state(taskId, "failed")).reason).toBe("broker-0 cannot be started: the request is too large");
  await until(() => cluster.objects("pods").length === 0);
});

test("the state of a task is that of its own container, not of one that the cluster has added", async () => {
  const { cluster, launch, state } = await openInstance();
  const { taskId } = await launch();
  await state(taskId, "running");
  const added = { name: "added", ready: true, state: { running: { startedAt: new Date().toISOString() } } };
  cluster.change("pods", cluster.objects("pods")[0]?.metadata.name ?? "", (it) => {
    const own = { name: "task", ready: false, state: { terminated: { exitCode: 3, reason: "Error" } } };
    it.status = { ...it.status, containerStatuses: [added, own] };
  });
  expect((await state(taskId, "failed")).reason).toBe("it ended with exit code 3");
});
