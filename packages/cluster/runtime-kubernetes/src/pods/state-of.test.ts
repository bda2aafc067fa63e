import { expect, test } from "vitest";
import type { ApiClient } from "../api/client.ts";
import type { Pod, PodContainerStatus } from "../api/pods.ts";
import { firstClause, startFailure } from "./state-of.ts";

const { signal } = new AbortController();
const event = { metadata: { name: "e" }, type: "Warning", reason: "Failed", message: "Error: ImagePullBackOff" };
const client = { list: async () => ({ metadata: {}, items: [event] }) } as unknown as ApiClient;

const started = { name: "task", image: "", imageID: "", ready: false, restartCount: 0 };

function pod(nodeName: string | undefined, state: NonNullable<PodContainerStatus["state"]>): Pod {
  const status = { phase: "Pending", containerStatuses: [{ ...started, state }] };
  return { metadata: { name: "pod" }, spec: { containers: [], ...(nodeName && { nodeName }) }, status };
}

test("the status of a pod on a machine has the cause, events are about retries", async () => {
  const message = 'Back-off pulling image "a:1": ErrImagePull: not found';
  const waiting = pod("machine-1", { waiting: { reason: "ImagePullBackOff", message } });
  expect(await startFailure(client, waiting, signal)).toBe(`ImagePullBackOff: ${message}`);
  const creating = pod("machine-1", { waiting: { reason: "ContainerCreating" } });
  expect(await startFailure(client, creating, signal)).toBe("Failed: Error: ImagePullBackOff");
});

test("a program that ends again and again says how", async () => {
  const waiting = { reason: "CrashLoopBackOff", message: "back-off 10s restarting failed container=service" };
  const message = "error: /etc/reeve/definition.yaml:1:1: there is no such field\n";
  const terminated = { exitCode: 2, reason: "Error", message };
  const { metadata, spec } = pod("machine-1", {});
  const containerStatuses = [{ ...started, state: { waiting }, lastState: { terminated } }];
  const again = { metadata, spec, status: { phase: "Running", containerStatuses } };
  expect(await startFailure(client, again, signal)).toBe(
    "it ended with exit code 2: error: /etc/reeve/definition.yaml:1:1: there is no such field; it will be started again",
  );
});

test("a message is shortened to its first clause, without the details about preemption", () => {
  const clause = "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules";
  const details = "preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.";
  expect(firstClause(`${clause}. ${details}`)).toBe(clause);
  expect(firstClause(`${clause}. no new claims to deallocate, ${details}`)).toBe(clause);
  expect(firstClause("Eviction API: evicting.")).toBe("Eviction API: evicting");
});

test("what is left of the details about preemption is left out, too", () => {
  const clause = "0/6 nodes are available: pod has unbound immediate PersistentVolumeClaims";
  expect(firstClause(`${clause}. not found`)).toBe(clause);
  expect(firstClause('secret "a.b" not found')).toBe('secret "a.b" not found');
});
