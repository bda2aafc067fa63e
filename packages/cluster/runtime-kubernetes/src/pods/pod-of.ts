import { type LaunchRequest, taskEnvironment } from "@reeve/orchestrator/runtime";
import type { Pod } from "../api/pods.ts";
import type { KubernetesSettings } from "../settings.ts";
import { imageOf, TASK_CONTAINER } from "./container.ts";
import { readinessProbe } from "./health-probe.ts";
import { instanceLabels, NODE_LABEL, PLACE_LABEL, POD_TYPE, TASK_ID } from "./labels.ts";
import type { ObjectNames } from "./names.ts";
import { placementOf } from "./placement.ts";
import { literal, shellQuoted } from "./shell.ts";

/** The working directory of a task. */
const SANDBOX = "/sandbox";
const FILES = "/reeve-files";

export interface PodOptions {
  readonly names: ObjectNames;
  readonly instanceId: string;
  readonly settings: KubernetesSettings;
  readonly ports: Readonly<Record<string, number>>;
}

/** The pod of a task. Its specification is complete before the task runs. */
export function podOf(request: LaunchRequest, { names, instanceId, settings, ports }: PodOptions): Pod {
  const { taskId, node, podType, sidecar, resources, volumes, files, healthCheck } = request;
  const name = names.pod(taskId);
  const mounts = Object.entries(volumes).map(([path, { name: volume }], index) => ({
    volume: { name: `volume-${index}`, persistentVolumeClaim: { claimName: names.claim(volume) } },
    mount: { name: `volume-${index}`, mountPath: path.startsWith("/") ? path : `${SANDBOX}/${path}` },
  }));
  const filesSource = Object.keys(request.secrets).length > 0 ? { secret: { secretName: name } } : { configMap: { name } };
  const requests = demandOf(resources);
  const limits = limitsOf(requests, settings);
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
    securityContext: {
      seccompProfile: { type: "RuntimeDefault" },
      ...(settings.user > 0 && {
        runAsNonRoot: true,
        runAsUser: settings.user,
        runAsGroup: settings.user,
        fsGroup: settings.user,
        fsGroupChangePolicy: "OnRootMismatch",
      }),
    },
    containers: [
      {
        name: TASK_CONTAINER,
        image: imageOf(request.container) ?? settings.image,
        command: ["/bin/sh", "-c", literal(commandOf(request))],
        workingDir: SANDBOX,
        env: environmentOf(request, { names, ports }),
        ports: Object.values(ports).map((containerPort) => ({ containerPort })),
        resources: { requests, ...(Object.keys(limits).length > 0 && { limits }) },
        volumeMounts: [
          { name: "sandbox", mountPath: SANDBOX },
          ...(files.length > 0 ? [{ name: "files", mountPath: FILES, readOnly: true }] : []),
          ...mounts.map(({ mount }) => mount),
        ],
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
        terminationMessagePolicy: "FallbackToLogsOnError",
        ...(healthCheck && { readinessProbe: readinessProbe(healthCheck, ports, SANDBOX) }),
      },
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

/** A task's environment and the values for its files. The address is the node's stable name, because a pod's IP changes with each start. */
export function taskValues(
  request: LaunchRequest,
  { names, ports }: Pick<PodOptions, "names" | "ports">,
): Readonly<Record<string, string>> {
  const host = names.host(request.node);
  return taskEnvironment(request, { agent: "", hostname: host, addresses: [host], ports }, SANDBOX);
}

function environmentOf(request: LaunchRequest, options: Pick<PodOptions, "names" | "ports">) {
  return Object.entries(taskValues(request, options)).map(([name, value]) => ({ name, value: literal(value) }));
}

/** Copies the files to their paths, where only the task's user can read and write them, and then starts the task. */
function commandOf({ files, command }: LaunchRequest): string {
  const steps = files.map(({ "relative-path": path }, index) => {
    const target = shellQuoted(path.replace(/^\/+/, ""));
    const folder = path.replace(/^\/+/, "").split("/").slice(0, -1).join("/");
    return `${folder === "" ? "" : `mkdir -p ${shellQuoted(folder)} && `}cp ${FILES}/${index} ${target}`;
  });
  const copied = steps.length === 0 ? "" : `(umask 077; ${steps.join(" && ")}) || exit 1\n`;
  return `${copied}${command.value}`;
}

type Amounts = Readonly<Partial<Record<"cpu" | "memory", string>>>;

function demandOf({ "resource-specifications": specs }: LaunchRequest["resources"]): Amounts {
  const amount = (name: string) => specs.find((each) => each.name === name)?.value.scalar?.value;
  const cpus = amount("cpus");
  const mem = amount("mem");
  return {
    ...(cpus !== undefined && { cpu: `${Math.round(cpus * 1000)}m` }),
    ...(mem !== undefined && { memory: `${Math.round(mem)}Mi` }),
  };
}

/** Memory is always limited to the requested amount, because memory that a task has got cannot be taken back; processors only on request. */
function limitsOf({ cpu, memory }: Amounts, { cpuLimit }: Pick<KubernetesSettings, "cpuLimit">): Amounts {
  return {
    ...(cpu !== undefined && cpuLimit === "request" && { cpu }),
    ...(memory !== undefined && { memory }),
  };
}
