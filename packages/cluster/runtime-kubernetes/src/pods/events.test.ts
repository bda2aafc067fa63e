import { expect, test } from "vitest";
import type { ApiClient } from "../api/client.ts";
import type { Pod, PodContainerStatus } from "../api/pods.ts";
import { startFailure } from "./events.ts";

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
