import type { ApiClient } from "../api/client.ts";
import type { KubernetesObject } from "../api/objects.ts";
import type { Pod } from "../api/pods.ts";
import { waitsFor } from "./state-of.ts";

/** A Kubernetes event about an object. */
interface Event extends KubernetesObject {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
}

/**
 * Returns why a pod does not start. The reason comes from the pod's status if the status names a cause, and otherwise from the newest event
 * of the pod or of its claims. Such an event says, for example, that a volume cannot be provisioned or that an image is being pulled.
 */
export async function startFailure(client: Pick<ApiClient, "list">, pod: Pod, signal: AbortSignal): Promise<string | undefined> {
  // Once a pod is assigned to a machine, the cause, such as an image that cannot be pulled, is in the pod's status; the pod's events are
  // only about retries.
  const known = pod.spec.nodeName === undefined ? undefined : waitsFor(pod);
  if (known !== undefined) return known;
  const claims = (pod.spec.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);
  // A pod that is not assigned to a machine may wait for its claims.
  const names = pod.spec.nodeName === undefined ? claims : [pod.metadata.name];
  for (const name of names) {
    const { items } = await client.list<Event>("events", { fieldSelector: `involvedObject.name=${name}` }, signal);
    const newest = items.reduce<Event | undefined>((last, each) => (last && timeOf(last) > timeOf(each) ? last : each), undefined);
    if (newest?.type === "Warning") return `${newest.reason}: ${(newest.message ?? "").slice(0, 500)}`;
    if (newest?.reason === "Pulling") return "its image is being pulled";
  }
  return undefined;
}

function timeOf({ lastTimestamp, eventTime, metadata }: Event): number {
  return Date.parse(lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? "") || 0;
}
