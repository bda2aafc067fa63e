import type { Metadata } from "../api/objects.ts";
import { objectName } from "./names.ts";

/** The instance that an object was made for, by its id: a name can be used again. */
export const INSTANCE_ID = "reeve/instance-id";
export const NODE = "reeve/node";
export const POD_TYPE = "reeve/pod-type";
/** `own` for a pod that runs a node, `sidecar` for one that runs a sidecar task. */
export const PLACE = "reeve/place";

/** The task or volume by its whole name, which a label could not hold. */
export const TASK_ID = "reeve/task-id";
export const VOLUME = "reeve/volume";

/** On everything that is made for an instance. */
export function instanceLabels(instance: string, id: string): Readonly<Record<string, string>> {
  return {
    "app.kubernetes.io/managed-by": "reeve",
    "app.kubernetes.io/instance": objectName(instance),
    [INSTANCE_ID]: id,
  };
}

export function isOf(id: string, { metadata }: { readonly metadata: Metadata }): boolean {
  return metadata.labels?.[INSTANCE_ID] === id;
}
