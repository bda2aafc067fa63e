import { isReeveError, ReeveError } from "@reeve/contract";
import { type Clock, pause } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "../api/client.ts";
import type { KubernetesObject } from "../api/objects.ts";
import type { Pod } from "../api/pods.ts";
import { explainRefusal } from "../api/refusal.ts";
import { uidOf } from "../instance-objects.ts";
import { isOf } from "../pods/labels.ts";
import type { ObjectNames } from "../pods/names.ts";
import { hasEnded } from "../pods/state-of.ts";

export interface VolumeOptions {
  readonly client: ApiClient;
  readonly names: ObjectNames;
  readonly instanceId: string;
  readonly clock: Clock;
  readonly pods: () => Iterable<Pod>;
}

/** Milliseconds between two checks of whether an object is gone. */
export const POLL_INTERVAL = 200;

/** Milliseconds to wait for an object to go. Then the obstacle is reported; the caller repeats the deletion. */
export const MAX_WAIT = 20_000;

/** Deletes the claim of a volume, and waits until it is gone. Rejects with a reason for operators. */
export async function deleteVolumeClaim(volume: string, options: VolumeOptions, signal: AbortSignal): Promise<void> {
  try {
    await deleteClaim(volume, options, signal);
  } catch (error) {
    if (signal.aborted || isReeveError(error)) throw error;
    throw new Error(explainRefusal(error, options.client.server), { cause: error });
  }
}

async function deleteClaim(volume: string, { client, names, instanceId, clock, pods }: VolumeOptions, signal: AbortSignal): Promise<void> {
  const name = names.claim(volume);
  const match = await client.get("persistentvolumeclaims", name, signal);
  // A claim of something else that has the same name stays, and is no obstacle: the instance itself has no such claim.
  if (!match || !isOf(instanceId, match)) return;
  const user = [...pods()].find((pod) => uses(pod, name));
  if (user) throw new ReeveError("conflict", `the volume ${volume} is in use by the pod ${user.metadata.name}`);
  await client.delete("persistentvolumeclaims", name, { ...uidOf(match), signal });
  for (const begun = clock.now(); ; ) {
    const still = await client.get("persistentvolumeclaims", name, signal);
    if (!still || still.metadata.uid !== match.metadata.uid) return;
    if (clock.now() - begun > MAX_WAIT) throw new ReeveError("conflict", whyStill(still, pods()));
    await pause(clock, POLL_INTERVAL, signal);
    signal.throwIfAborted();
  }
}

/** Why a claim still exists although its deletion was requested. */
function whyStill({ metadata: { name, finalizers = [] } }: KubernetesObject, pods: Iterable<Pod>): string {
  const users = [...pods].filter((pod) => mentions(pod, name)).map(({ metadata }) => metadata.name);
  const obstacle =
    users.length > 0
      ? `the pod ${users.join(" and ")} still exists`
      : `its finalizers are ${finalizers.length > 0 ? finalizers.join(", ") : "unknown"}`;
  return `the claim ${name} is being deleted but still exists; ${obstacle}`;
}

/** A pod that has ended no longer writes to its volumes. */
function uses(pod: Pod, claim: string): boolean {
  return !hasEnded(pod) && mentions(pod, claim);
}

function mentions({ spec }: Pod, claim: string): boolean {
  return spec.volumes?.some((each) => each.persistentVolumeClaim?.claimName === claim) ?? false;
}
