import { createHash } from "node:crypto";

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

/** The names of an instance's objects. */
export interface ObjectNames {
  readonly instance: string;
  /** The name of the instance's headless service, disruption budget and lease. */
  readonly own: string;
  pod(taskId: string): string;
  claim(volume: string): string;
  /** The first label of the node's stable DNS name. */
  hostname(node: string): string;
  /** The stable DNS name of a node, which resolves to its current pod. */
  host(node: string): string;
}

export function objectNamesOf(instance: string, namespace: string, clusterDomain: string): ObjectNames {
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
