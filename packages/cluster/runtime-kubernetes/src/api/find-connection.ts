import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import type { Connection } from "./connection.ts";
import { fromKubeconfig } from "./kubeconfig.ts";
import { fromServiceAccount } from "./service-account.ts";

/** Finds the cluster to use: from `KUBECONFIG`, else from the pod in which this process runs, else from the user's kubeconfig. */
export async function findConnection(environment: Readonly<Record<string, string | undefined>>): Promise<Connection> {
  const named = environment.KUBECONFIG?.split(delimiter).filter((path) => path !== "") ?? [];
  if (named.length > 0) return fromKubeconfig(named);
  return (
    (await fromServiceAccount(environment)) ?? fromKubeconfig(join(environment.HOME ?? homedir(), ".kube", "config"))
  );
}
