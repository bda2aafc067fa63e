import type * as client from "@kubernetes/client-node";
import type { KubernetesObject } from "./objects.ts";

/** An object as the API server sends it. The types of the official client are those of its parsed objects, whose times are dates. */
type Sent<Value> = Value extends Date ? string : Value extends object ? { readonly [Field in keyof Value]: Sent<Value[Field]> } : Value;

export interface Pod extends KubernetesObject {
  readonly spec: Sent<client.V1PodSpec>;
  readonly status?: Sent<client.V1PodStatus>;
}

export type PodContainerStatus = Sent<client.V1ContainerStatus>;
export type Terminated = Sent<client.V1ContainerStateTerminated>;

export interface Claim extends KubernetesObject {
  readonly spec: Sent<client.V1PersistentVolumeClaimSpec>;
  readonly status?: Sent<client.V1PersistentVolumeClaimStatus>;
}
