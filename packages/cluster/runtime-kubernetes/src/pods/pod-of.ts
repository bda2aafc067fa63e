import { type Identity, type LaunchRequest, type PortAsked, taskEnvironment } from "@reeve/orchestrator/runtime";
import type { Pod } from "../api/pods.ts";
import type { KubernetesSettings } from "../settings.ts";
import { imageOf, literal, podSecurity, readinessProbe, shellQuoted, TASK_CONTAINER } from "./container.ts";
import { instanceLabels, NODE_LABEL, PLACE_LABEL, POD_TYPE, TASK_ID } from "./labels.ts";
import type { ObjectNames } from "./names.ts";
import { placementOf } from "./placement.ts";

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
    securityContext: podSecurity(settings.user),
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

/** The first number from which ports are chosen. Each pod has its own address, so all of its ports are free. */
const FIRST = 20_000;

/** Chooses the ports of a node: the fixed number if there is one, otherwise the previous number, otherwise a new number. */
export function portsFor(requests: readonly PortAsked[], had: Identity["ports"] = {}): Identity["ports"] {
  const ports: Record<string, number> = {};
  for (const { name, port } of requests) if (port !== 0) ports[name] = port;
  for (const { name } of requests) {
    if (ports[name] !== undefined) continue;
    const taken = new Set(Object.values(ports));
    const before = had[name];
    let result = before !== undefined && before !== 0 && !taken.has(before) ? before : FIRST;
    while (taken.has(result)) result++;
    ports[name] = result;
  }
  return ports;
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
