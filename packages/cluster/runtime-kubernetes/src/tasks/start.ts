import type { LaunchRequest } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "../api/client.ts";
import type { Pod } from "../api/pods.ts";
import { isRefusal } from "../api/refusal.ts";
import { foreign } from "../instance-objects.ts";
import { isOf, TASK_ID } from "../pods/labels.ts";
import { type PodOptions, podFilesOf, podOf } from "../pods/pod-of.ts";
import { claimOf, expectClaim, makeClaim } from "./volumes.ts";

export interface StartSignals {
  /** Aborted when the task is cancelled. A request in flight is not aborted, because its pod could otherwise appear later, unobserved. */
  readonly stopSignal: AbortSignal;
  /** Aborted when the runtime closes, which ends all waits. */
  readonly closing: AbortSignal;
}

/** Creates a task's objects and its pod. After an interruption the function can be called again, because all names derive from the task. */
export async function startPodTask(
  request: LaunchRequest,
  client: ApiClient,
  options: PodOptions,
  { stopSignal, closing: signal }: StartSignals,
): Promise<Pod> {
  // A pod that cannot be described, for instance because of its placement rule, is rejected before a claim is created.
  const wanted = podOf(request, options);
  for (const [path, { name, kept }] of Object.entries(request.volumes)) {
    stopSignal.throwIfAborted();
    if (kept) await expectClaim(name, request.node, client, options, signal);
    else await makeClaim(claimOf(request, path, name, options), client, options.instanceId, signal);
  }
  // Invalid files are rejected before the pod is created, because otherwise the pod would wait for its files for ever.
  podFilesOf(request, wanted, options);
  stopSignal.throwIfAborted();
  const pod = await makePod(wanted, request.taskId, client, options.instanceId, signal);
  if (request.files.length > 0) {
    const { kind, object } = podFilesOf(request, pod, options);
    await client.create(kind, object, signal).catch(ignoreExisting);
  }
  return pod;
}

/** Creates a pod, unless an earlier attempt has created it. */
async function makePod(wanted: Pod, taskId: string, client: ApiClient, instanceId: string, signal: AbortSignal): Promise<Pod> {
  const { name } = wanted.metadata;
  try {
    return await client.create("pods", wanted, signal);
  } catch (error) {
    if (!isRefusal(error, 409)) throw error;
    const result = await client.get<Pod>("pods", name, signal);
    if (!result) throw error;
    if (!isOf(instanceId, result) || result.metadata.annotations?.[TASK_ID] !== taskId) throw foreign("pod", name);
    return result;
  }
}

function ignoreExisting(error: unknown): undefined {
  if (isRefusal(error, 409)) return undefined;
  throw error;
}
