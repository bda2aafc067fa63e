import type { Metadata } from "../api/objects.ts";
import { objectName } from "./names.ts";

/** The id of the instance that an object belongs to. An instance's name can be used again; its id cannot. */
export const INSTANCE_ID = "reeve/instance-id";
export const NODE_LABEL = "reeve/node";
export const POD_TYPE = "reeve/pod-type";
/** `own` for a pod that runs a node's own task, `sidecar` for a pod that runs a sidecar task. */
export const PLACE_LABEL = "reeve/place";
/** Set for a pod that may share its machine with other pods of its type (`own`), or with all pods (`all`), whatever the other pods require. */
export const SHARES = "reeve/shares";

/** The annotation with the full id of a task or the full name of a volume, which may be too long for a label. */
export const TASK_ID = "reeve/task-id";
export const VOLUME = "reeve/volume";

/** The labels of every object that is made for an instance. */
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
