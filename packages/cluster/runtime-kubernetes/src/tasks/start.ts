import type { LaunchRequest } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "../api/client.ts";
import type { Claim, Pod } from "../api/pods.ts";
import { ApiRefusal, isRefusal } from "../api/refusal.ts";
import { foreign } from "../instance-objects.ts";
import { claimOf } from "../pods/claim-of.ts";
import { podFilesOf } from "../pods/files-of.ts";
import { isOf, TASK_ID } from "../pods/labels.ts";
import { type PodOptions, podOf } from "../pods/pod-of.ts";

/** The error for a missing volume that a task has already used. */
export class PodVolumeLost extends Error {
  readonly volume: string;

  constructor(node: string, volume: string, claim: string) {
    super(`the volume ${volume} of ${node} is missing: there is no claim ${claim}; restore the claim and restart the node`);
    this.volume = volume;
  }
}

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
    await (kept ? expectClaim(name) : makeClaim(path, name));
  }
  // Invalid files are rejected before the pod is created, because otherwise the pod would wait for its files for ever.
  podFilesOf(request, wanted, options);
  stopSignal.throwIfAborted();
  const pod = await makePod();
  if (request.files.length > 0) {
    const { kind, object } = podFilesOf(request, pod, options);
    await client.create(kind, object, signal).catch(ignoreExisting);
  }
  return pod;

  async function expectClaim(volume: string): Promise<void> {
    const name = options.names.claim(volume);
    const claim = await client.get<Claim>("persistentvolumeclaims", name, signal);
    const isThere = claim && !claim.metadata.deletionTimestamp && claim.status?.phase !== "Lost";
    if (!isThere) throw new PodVolumeLost(request.node, volume, name);
    if (!isOf(options.instanceId, claim)) throw foreign("claim", name);
  }

  async function makeClaim(path: string, volume: string): Promise<void> {
    const claim = claimOf(request, path, volume, options);
    const match = await client
      .create("persistentvolumeclaims", claim, signal)
      .catch((error) =>
        isRefusal(error, 409) ? client.get("persistentvolumeclaims", claim.metadata.name, signal) : Promise.reject(error),
      );
    if (!match || match.metadata.deletionTimestamp) throw new ApiRefusal(409, "", `the claim ${claim.metadata.name} is being deleted`);
    if (!isOf(options.instanceId, match)) throw foreign("claim", claim.metadata.name);
  }

  async function makePod(): Promise<Pod> {
    const { name } = wanted.metadata;
    try {
      return await client.create("pods", wanted, signal);
    } catch (error) {
      if (!isRefusal(error, 409)) throw error;
      const result = await client.get<Pod>("pods", name, signal);
      if (!result) throw error;
      if (!isOf(options.instanceId, result) || result.metadata.annotations?.[TASK_ID] !== request.taskId) {
        throw foreign("pod", name);
      }
      return result;
    }
  }
}

function ignoreExisting(error: unknown): undefined {
  if (isRefusal(error, 409)) return undefined;
  throw error;
}
