import { isReeveError, ReeveError } from "@reeve/contract";
import type { LaunchRequest } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "../api/client.ts";
import { ApiRefusal, explainRefusal, isRefusal } from "../api/failure.ts";
import type { KubernetesObject } from "../api/objects.ts";
import type { Claim, Pod } from "../api/pods.ts";
import type { InstanceContext } from "../instance-context.ts";
import { createdBefore, foreign, uidOf } from "../instance-objects.ts";
import { instanceLabels, isOf, NODE_LABEL, TASK_ID, VOLUME } from "../pods/names.ts";
import { type PodOptions, podFilesOf, podOf } from "../pods/pod-of.ts";
import { hasEnded } from "../pods/state-of.ts";
import { retryUntilDone, untilGone } from "../retry.ts";

/**
 * Creates the objects of a task: the claims of its volumes, its pod, and its files. After an interruption the function can be called again,
 * because all names derive from the task. The signal is aborted when the task is cancelled. That aborts no request in flight, because its
 * pod could otherwise appear later, unobserved; only `closing` does.
 */
export async function makeTaskObjects(
  request: LaunchRequest,
  { client, closing }: Pick<InstanceContext, "client" | "closing">,
  options: PodOptions,
  signal: AbortSignal,
): Promise<Pod> {
  // A pod that cannot be described, for instance because of its placement rule, is rejected before a claim is created.
  const wanted = podOf(request, options);
  for (const [path, { name, kept }] of Object.entries(request.volumes)) {
    signal.throwIfAborted();
    if (kept) await expectClaim(name, request.node, client, options, closing);
    else await makeClaim(claimOf(request, path, name, options), client, options.instanceId, closing);
  }
  // Invalid files are rejected before the pod is created, because otherwise the pod would wait for its files for ever.
  podFilesOf(request, wanted, options);
  signal.throwIfAborted();
  const { name } = wanted.metadata;
  const { instanceId } = options;
  const pod = await client
    .create("pods", wanted, closing)
    .catch((error) => createdBefore<Pod>(error, "pods", name, { client, instanceId }, closing));
  if (pod.metadata.annotations?.[TASK_ID] !== request.taskId) throw foreign("pod", name);
  if (request.files.length > 0) {
    const { kind, object } = podFilesOf(request, pod, options);
    await client.create(kind, object, closing).catch(ignoreExisting);
  }
  return pod;
}

function ignoreExisting(error: unknown): undefined {
  if (isRefusal(error, 409)) return undefined;
  throw error;
}

/** Requests the deletion of a pod; false if there is no such pod any more, even if another one has its name. */
export function deletePod(pod: Pod, client: ApiClient, signal: AbortSignal): Promise<boolean> {
  return client.delete("pods", pod.metadata.name, { ...uidOf(pod), signal }).catch((error) => {
    if (isRefusal(error, 409)) return false;
    throw error;
  });
}

/** Deletes a pod that has ended or is superseded, which keeps its volumes in use, and with it the secret of its files. */
export async function removePod({ instanceId, client, troubles, clock, log, closing: signal }: InstanceContext, pod: Pod): Promise<void> {
  if (!isOf(instanceId, pod) || pod.metadata.deletionTimestamp) return;
  const { name } = pod.metadata;
  const failed = (error: unknown) => {
    const reason = explainRefusal(error, client.server);
    if (!signal.aborted && troubles.set("pods of ended tasks cannot be deleted", name, reason))
      log("warn", "a pod cannot be deleted yet", { pod: name, reason });
  };
  await retryUntilDone(() => deletePod(pod, client, signal), { clock, signal, failed, isTransient: () => true }).then(
    () => troubles.set("pods of ended tasks cannot be deleted", name, undefined),
    failed,
  );
}

/** The error for a missing volume that a task has already used. */
export class PodVolumeLost extends Error {
  readonly volume: string;

  constructor(node: string, volume: string, claim: string) {
    super(`the volume ${volume} of ${node} is missing: there is no claim ${claim}; restore the claim and restart the node`);
    this.volume = volume;
  }
}

/** Makes sure that the claim of a volume that a task has already used is still there. */
async function expectClaim(
  volume: string,
  node: string,
  client: ApiClient,
  { names, instanceId }: PodOptions,
  signal: AbortSignal,
): Promise<void> {
  const name = names.claim(volume);
  const claim = await client.get<Claim>("persistentvolumeclaims", name, signal);
  const isThere = claim && !claim.metadata.deletionTimestamp && claim.status?.phase !== "Lost";
  if (!isThere) throw new PodVolumeLost(node, volume, name);
  if (!isOf(instanceId, claim)) throw foreign("claim", name);
}

/** Creates a claim, unless an earlier attempt has created it. */
async function makeClaim(claim: Claim, client: ApiClient, instanceId: string, signal: AbortSignal): Promise<void> {
  const { name } = claim.metadata;
  const match = await client
    .create("persistentvolumeclaims", claim, signal)
    .catch((error) => (isRefusal(error, 409) ? client.get("persistentvolumeclaims", name, signal) : Promise.reject(error)));
  if (!match || match.metadata.deletionTimestamp) throw new ApiRefusal(409, "", `the claim ${name} is being deleted`);
  if (!isOf(instanceId, match)) throw foreign("claim", name);
}

/** The size in MB of a volume for which no size is configured. */
const MIN_SIZE = 1;

/** The claim of a volume. It has no owner reference, so that it is deleted only on request. */
function claimOf(
  { node, resources }: LaunchRequest,
  path: string,
  volume: string,
  { names, instanceId, settings: { storageClass } }: PodOptions,
): Claim {
  const wanted = resources["volume-specifications"].find((spec) => spec["container-path"] === path);
  const size = Math.max(MIN_SIZE, Math.round(wanted?.value.scalar?.value ?? MIN_SIZE));
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: {
      name: names.claim(volume),
      labels: { ...instanceLabels(names.instance, instanceId), [NODE_LABEL]: names.hostname(node) },
      annotations: { [VOLUME]: volume },
    },
    spec: {
      accessModes: ["ReadWriteOnce"],
      ...(storageClass !== "" && { storageClassName: storageClass }),
      resources: { requests: { storage: `${size}Mi` } },
    },
  };
}

/** Deletes the claim of a volume, and waits until it is gone. Rejects with a reason for operators. */
export async function deleteVolumeClaim(volume: string, context: InstanceContext, signal: AbortSignal): Promise<void> {
  await deleteClaim(volume, context, signal).catch((error) => {
    if (signal.aborted || isReeveError(error)) throw error;
    throw new Error(explainRefusal(error, context.client.server), { cause: error });
  });
}

async function deleteClaim(
  volume: string,
  { client, names, instanceId, clock, pods }: InstanceContext,
  signal: AbortSignal,
): Promise<void> {
  const name = names.claim(volume);
  const match = await client.get("persistentvolumeclaims", name, signal);
  // A claim of something else that has the same name stays, and is no obstacle: the instance itself has no such claim.
  if (!match || !isOf(instanceId, match)) return;
  const users = () => [...pods().values()].filter((pod) => mentions(pod, name));
  // A pod that has ended no longer writes to its volumes.
  const user = users().find((pod) => !hasEnded(pod));
  if (user) throw new ReeveError("conflict", `the volume ${volume} is in use by the pod ${user.metadata.name}`);
  await client.delete("persistentvolumeclaims", name, { ...uidOf(match), signal });
  await untilGone(clock, signal, async () => {
    const still = await client.get("persistentvolumeclaims", name, signal);
    return still && still.metadata.uid === match.metadata.uid ? whyStill(still, users()) : undefined;
  });
}

/** Why a claim still exists although its deletion was requested. */
function whyStill({ metadata: { name, finalizers = [] } }: KubernetesObject, users: readonly Pod[]): string {
  const obstacle =
    users.length > 0
      ? `the pod ${users.map(({ metadata }) => metadata.name).join(" and ")} still exists`
      : `its finalizers are ${finalizers.length > 0 ? finalizers.join(", ") : "unknown"}`;
  return `the claim ${name} is being deleted but still exists; ${obstacle}`;
}

function mentions({ spec }: Pod, claim: string): boolean {
  return spec.volumes?.some((each) => each.persistentVolumeClaim?.claimName === claim) ?? false;
}
