import type { Client } from "../api/client.ts";
import type { KubernetesObject, Pod } from "../api/objects.ts";

/** A Kubernetes event about an object. */
interface Event extends KubernetesObject {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
}

/**
 * Why a pod does not start, if only its events or those of its claims say so: a volume cannot be provisioned or mounted, or an image is
 * being pulled.
 */
export async function startFailure(client: Client, pod: Pod, signal: AbortSignal): Promise<string | undefined> {
  const claims = (pod.spec.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);
  // An unscheduled pod waits for its claims.
  const names = pod.spec.nodeName === undefined ? claims : [pod.metadata.name];
  for (const name of names) {
    const { items } = await client.list<Event>("events", { fields: { "involvedObject.name": name } }, signal);
    const newest = items.reduce<Event | undefined>(
      (last, each) => (last && timeOf(last) > timeOf(each) ? last : each),
      undefined,
    );
    if (newest?.type === "Warning") return `${newest.reason}: ${(newest.message ?? "").slice(0, 500)}`;
    if (newest?.reason === "Pulling") return "its image is being pulled";
  }
  return undefined;
}

function timeOf({ lastTimestamp, eventTime, metadata }: Event): number {
  return Date.parse(lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? "") || 0;
}
