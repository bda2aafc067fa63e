import { ReeveError } from "@reeve/contract";
import { type Clock, pause } from "@reeve/orchestrator";
import type { Client } from "../api/client.ts";
import type { Pod } from "../api/objects.ts";
import { foreign, uidOf } from "../instance-objects.ts";
import { isOf } from "../pods/labels.ts";
import type { Names } from "../pods/names.ts";
import { hasEnded } from "../pods/state-of.ts";

export interface VolumeOptions {
  readonly client: Client;
  readonly names: Names;
  readonly instanceId: string;
  readonly clock: Clock;
  readonly pods: () => Iterable<Pod>;
}

/** Milliseconds between two checks of whether a claim is gone. */
const POLL_INTERVAL = 200;

/** Deletes the claim of a volume, and waits until it is gone. */
export async function deleteVolume(
  volume: string,
  { client, names, instanceId, clock, pods }: VolumeOptions,
  signal: AbortSignal,
): Promise<void> {
  const name = names.claim(volume);
  const found = await client.get("persistentvolumeclaims", name, signal);
  if (!found) return;
  if (!isOf(instanceId, found)) throw foreign("claim", name);
  const user = [...pods()].find((pod) => uses(pod, name));
  if (user) throw new ReeveError("conflict", `the volume ${volume} is in use by the pod ${user.metadata.name}`);
  await client.delete("persistentvolumeclaims", name, { ...uidOf(found), signal });
  for (;;) {
    const still = await client.get("persistentvolumeclaims", name, signal);
    if (still?.metadata.uid !== found.metadata.uid) return;
    await pause(clock, POLL_INTERVAL, signal);
    signal.throwIfAborted();
  }
}

/** A pod that has ended no longer writes to its volumes. */
function uses(pod: Pod, claim: string): boolean {
  if (hasEnded(pod)) return false;
  return pod.spec.volumes?.some((each) => each.persistentVolumeClaim?.claimName === claim) ?? false;
}
