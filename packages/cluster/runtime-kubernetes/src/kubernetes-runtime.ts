import type { Runtime } from "@reeve/orchestrator/runtime";
import type { Connection } from "./api/connection.ts";
import { findConnection } from "./api/connection.ts";
import { containerWith } from "./pods/container.ts";
import { type KubernetesSettings, readSettings, settingsWith } from "./settings.ts";

/** The options of the runtime; all are optional. */
export interface KubernetesRuntimeOptions {
  /** The cluster. Default: the cluster of `KUBECONFIG`, of the pod in which the service runs, or of `~/.kube/config`. */
  readonly connection?: Connection;
  /** Values that replace the defaults of settings in definitions. */
  readonly settings?: Partial<KubernetesSettings>;
  /** The environment variables to read, such as `KUBECONFIG`, `HOME` and the address of the cluster. Default: `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** Runs tasks as pods of a Kubernetes cluster. They keep running when the service stops, and the next one takes them over. */
export function createKubernetesRuntime({
  connection,
  settings: usual = {},
  environment = process.env,
}: KubernetesRuntimeOptions = {}): Runtime {
  const settings = settingsWith(usual);
  return {
    name: "kubernetes",
    simulated: false,
    outlivesService: true,
    readsSecrets: true,
    settings,
    fixed: ["namespace"],
    container: (given) => containerWith(readSettings(given, settings).image),
    open: async (context) => {
      // This module is loaded on demand, because most services never use it.
      const { openKubernetesAgents } = await import("./agents.ts");
      return openKubernetesAgents(context, connection ?? (await findConnection(environment)), settings);
    },
  };
}
