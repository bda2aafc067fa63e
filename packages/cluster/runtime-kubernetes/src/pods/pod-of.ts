import { ReeveError } from "@reeve/contract";
import { contentOfFile, type LaunchRequest } from "@reeve/orchestrator/runtime";
import type { KubernetesObject } from "../api/objects.ts";
import type { Pod } from "../api/pods.ts";
import type { KubernetesSettings } from "../settings.ts";
import { podSecurity, SANDBOX, taskContainer, taskValues } from "./container.ts";
import { instanceLabels, NODE_LABEL, type ObjectNames, PLACE_LABEL, POD_TYPE, TASK_ID } from "./names.ts";
import { placementOf } from "./placement.ts";

export interface PodOptions {
  readonly names: ObjectNames;
  readonly instanceId: string;
  readonly settings: KubernetesSettings;
  readonly ports: Readonly<Record<string, number>>;
}

/** The pod of a task. Its specification is complete before the task runs. */
export function podOf(request: LaunchRequest, { names, instanceId, settings, ports }: PodOptions): Pod {
  const { taskId, node, podType, sidecar, volumes, files } = request;
  const name = names.pod(taskId);
  const mounts = Object.entries(volumes).map(([path, { name: volume }], index) => ({
    volume: { name: `volume-${index}`, persistentVolumeClaim: { claimName: names.claim(volume) } },
    mount: { name: `volume-${index}`, mountPath: path.startsWith("/") ? path : `${SANDBOX}/${path}` },
  }));
  const filesSource = Object.keys(request.secrets).length > 0 ? { secret: { secretName: name } } : { configMap: { name } };
  const { affinity, labels } = placementOf(request, instanceId, names.hostname(node), settings);
  const spec = {
    restartPolicy: "Never",
    // Publishes the stable name before the pod is ready, because the pod's peers need the name to become ready.
    ...(!sidecar && { hostname: names.hostname(node), subdomain: names.own }),
    terminationGracePeriodSeconds: Math.max(1, Math.ceil(request.grace)),
    // The first process of a container ignores signals for which it has no handler. With a shared process namespace, a task is never the
    // first process.
    shareProcessNamespace: true,
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    affinity,
    nodeSelector: settings.nodeSelector,
    ...(settings.pullSecret !== "" && { imagePullSecrets: [{ name: settings.pullSecret }] }),
    securityContext: podSecurity(settings.user),
    containers: [
      taskContainer(
        request,
        { names, settings, ports },
        mounts.map(({ mount }) => mount),
      ),
    ],
    volumes: [
      { name: "sandbox", emptyDir: {} },
      ...(files.length > 0 ? [{ name: "files", ...filesSource }] : []),
      ...mounts.map(({ volume }) => volume),
    ],
  };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      name,
      labels: {
        ...instanceLabels(names.instance, instanceId),
        [NODE_LABEL]: names.hostname(node),
        [POD_TYPE]: podType,
        [PLACE_LABEL]: sidecar ? "sidecar" : "own",
        ...labels,
      },
      annotations: { [TASK_ID]: taskId },
    },
    spec,
  };
}

/** The files of a task. They belong to the task's pod, so Kubernetes deletes them with the pod. */
export interface Files extends KubernetesObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
}

/** The object that holds a task's files: a secret if a file may contain a secret, otherwise a config map. */
export function podFilesOf(
  request: LaunchRequest,
  { metadata: { name, uid = "", labels = {} } }: Pod,
  options: Pick<PodOptions, "names" | "ports">,
): { readonly kind: "configmaps" | "secrets"; readonly object: Files } {
  const values = { ...taskValues(request, options), ...request.secrets };
  const data = Object.fromEntries(
    request.files.map((file, index) => {
      const path = file["relative-path"];
      if (path.split("/").includes("..")) throw new ReeveError("bad-input", `${path} is outside the task's folder`);
      return [String(index), contentOfFile(file, values)];
    }),
  );
  const metadata = { name, labels, ownerReferences: [{ apiVersion: "v1", kind: "Pod", name, uid }] };
  return Object.keys(request.secrets).length > 0
    ? { kind: "secrets", object: { apiVersion: "v1", kind: "Secret", metadata, stringData: data } }
    : { kind: "configmaps", object: { apiVersion: "v1", kind: "ConfigMap", metadata, data } };
}
