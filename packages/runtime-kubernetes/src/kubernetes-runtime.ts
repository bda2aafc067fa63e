import type { Runtime } from "@reeve/orchestrator";
import type { Connection } from "./api/connection.ts";
import { findConnection } from "./api/find-connection.ts";
import { type KubernetesSettings, kubernetesSettings } from "./settings.ts";

/** What the runtime may be given; everything has a default. */
export interface KubernetesRuntimeOptions {
  /** The cluster; that of `KUBECONFIG`, of the pod that the service runs in, or of `~/.kube/config` unless said otherwise. */
  readonly connection?: Connection;
  /** Settings for definitions that leave them out. */
  readonly settings?: Partial<KubernetesSettings>;
  /** Where `KUBECONFIG`, `HOME` and the addresses of a cluster are looked up: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Runs tasks as pods of a Kubernetes cluster. They outlive the service, and are found again when it comes back. */
export function createKubernetesRuntime({
  connection,
  settings = {},
  environment = process.env,
}: KubernetesRuntimeOptions = {}): Runtime {
  return {
    name: "kubernetes",
    simulated: false,
    settings: kubernetesSettings,
    open: async (context) => {
      // Most of it is loaded by those who use it.
      const { openAgents } = await import("./agents.ts");
      return openAgents(context, connection ?? (await findConnection(environment)), settings);
    },
  };
}
