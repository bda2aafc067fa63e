import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "./connection.ts";

/** The folder into which Kubernetes mounts the credentials of a pod's service account. */
const FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";

/** The connection of a pod to its own cluster; undefined outside of a pod. */
export async function fromServiceAccount(
  environment: Readonly<Record<string, string | undefined>>,
  folder: string = FOLDER,
): Promise<Connection | undefined> {
  const host = environment.KUBERNETES_SERVICE_HOST;
  if (host === undefined) return undefined;
  const read = (name: string) => readFile(join(folder, name), "utf8");
  return {
    server: `https://${host.includes(":") ? `[${host}]` : host}:${environment.KUBERNETES_SERVICE_PORT ?? "443"}`,
    ca: await read("ca.crt"),
    isInside: true,
    namespace: (await read("namespace")).trim(),
    // The kubelet replaces the token before it expires.
    token: async () => (await read("token")).trim(),
  };
}
