import type { Runtime } from "@reeve/orchestrator";
import type { Connection } from "./api/connection.ts";
import { findConnection } from "./api/find-connection.ts";
import { type KubernetesSettings, kubernetesSettings } from "./settings.ts";

/** The options of the runtime; all are optional. */
export interface KubernetesRuntimeOptions {
  /** The cluster. Default: that of `KUBECONFIG`, of the pod that the service runs in, or of `~/.kube/config`. */
  readonly connection?: Connection;
  /** Defaults for the settings of definitions. */
  readonly settings?: Partial<KubernetesSettings>;
  /** The environment with `KUBECONFIG`, `HOME` and the address of the cluster. Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Runs tasks as pods of a Kubernetes cluster. They keep running when the service ends, and are adopted when it starts again. */
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
      // Loaded on demand, because most services never use it.
      const { openAgents } = await import("./agents.ts");
      return openAgents(context, connection ?? (await findConnection(environment)), settings);
    },
  };
}
