import { createHash } from "node:crypto";
import type { Metadata } from "../api/objects.ts";

/** Makes a text a valid object name. The name stays unique: if the text is too long or characters have to be replaced, a hash is added. */
export function objectName(text: string, longest = 63): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  if (plain === text && plain.length <= longest) return plain;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  const head = plain.slice(0, longest - hash.length - 1).replace(/-+$/, "");
  return head === "" ? `x-${hash}` : `${head}-${hash}`;
}

export type ObjectNames = ReturnType<typeof objectNamesOf>;

/** The names of an instance's objects. */
export function objectNamesOf(instance: string, namespace: string, clusterDomain: string) {
  const own = objectName(instance);
  return {
    instance,
    /** The name of the instance's headless service, disruption budget and lease. */
    own,
    pod: (taskId: string) => objectName(`${own}-${taskId}`),
    claim: (volume: string) => objectName(`${own}-${volume}`),
    /** The first label of the node's stable DNS name. */
    hostname: (node: string) => objectName(node),
    /** The stable DNS name of a node, which resolves to its current pod. */
    host: (node: string) => `${objectName(node)}.${own}.${namespace}.svc.${clusterDomain}`,
  };
}

/** The id of the instance that an object belongs to. An instance's name can be used again; its id cannot. */
export const INSTANCE_ID = "reeve/instance-id";
export const NODE_LABEL = "reeve/node";
export const POD_TYPE = "reeve/pod-type";
/** `own` for a pod that runs a node's own task, `sidecar` for a pod that runs a sidecar task. */
export const PLACE_LABEL = "reeve/place";
/** Set for a pod that may share its machine with pods of its type (`own`) or all pods (`all`), whatever those require. */
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
