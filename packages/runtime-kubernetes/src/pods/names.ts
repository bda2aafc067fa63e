import { createHash } from "node:crypto";

/** A valid name for an object, unique for each text: where characters have to be replaced, a hash keeps names distinct. */
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

/** Names of what belongs to one instance. */
export interface Names {
  readonly instance: string;
  /** Of the headless service, its disruption budget and its lease. */
  readonly own: string;
  pod(taskId: string): string;
  claim(volume: string): string;
  /** The part of its stable name that is the node's own. */
  hostname(node: string): string;
  /** The stable name: it leads to the pod that the node runs in, wherever that is. */
  host(node: string): string;
}

export function namesOf(instance: string, namespace: string, clusterDomain: string): Names {
  const own = objectName(instance);
  return {
    instance,
    own,
    pod: (taskId) => objectName(`${own}-${taskId}`),
    claim: (volume) => objectName(`${own}-${volume}`),
    hostname: (node) => objectName(node),
    host: (node) => `${objectName(node)}.${own}.${namespace}.svc.${clusterDomain}`,
  };
}
