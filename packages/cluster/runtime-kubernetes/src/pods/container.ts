import { type HealthCheck, type Identity, type LaunchRequest, type PortAsked, taskEnvironment } from "@reeve/orchestrator/runtime";
import type { KubernetesSettings } from "../settings.ts";
import type { PodOptions } from "./pod-of.ts";

/** The names of the containers of tasks, and of the container of the service. */
export const TASK_CONTAINER = "task";
export const SERVICE_CONTAINER = "service";

/** The container settings of a pod, in the form in which schedulers of this kind write them. */
interface ContainerSettings {
  readonly "image-name": string;
}

export const containerWith = (image: string): ContainerSettings => ({ "image-name": image });

/** Returns the image of a pod; undefined if its specification was made before pods had container settings. */
function imageOf(container: unknown): string | undefined {
  return (container as Partial<ContainerSettings> | null)?.["image-name"];
}

/** The working directory of a task. */
export const SANDBOX = "/sandbox";
const FILES = "/reeve-files";

/** The container of a task. */
export function taskContainer(
  request: LaunchRequest,
  { names, settings, ports }: Pick<PodOptions, "names" | "settings" | "ports">,
  mounts: readonly { readonly name: string; readonly mountPath: string }[],
) {
  const { resources, files, healthCheck } = request;
  const requests = demandOf(resources);
  const limits = limitsOf(requests, settings);
  return {
    name: TASK_CONTAINER,
    image: imageOf(request.container) ?? settings.image,
    command: ["/bin/sh", "-c", literal(commandOf(request))],
    workingDir: SANDBOX,
    env: Object.entries(taskValues(request, { names, ports })).map(([name, value]) => ({ name, value: literal(value) })),
    ports: Object.values(ports).map((containerPort) => ({ containerPort })),
    resources: { requests, ...(Object.keys(limits).length > 0 && { limits }) },
    volumeMounts: [
      { name: "sandbox", mountPath: SANDBOX },
      ...(files.length > 0 ? [{ name: "files", mountPath: FILES, readOnly: true }] : []),
      ...mounts,
    ],
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
    terminationMessagePolicy: "FallbackToLogsOnError",
    ...(healthCheck && { readinessProbe: readinessProbe(healthCheck, ports) }),
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

/** Memory is always limited to the request, because what a task has got cannot be taken back; processors only on request. */
function limitsOf({ cpu, memory }: Amounts, { cpuLimit }: Pick<KubernetesSettings, "cpuLimit">): Amounts {
  return {
    ...(cpu !== undefined && cpuLimit === "request" && { cpu }),
    ...(memory !== undefined && { memory }),
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

/** The security of a pod: with a user, it runs as this user, to whose group its volumes belong; with 0, the image decides. */
export function podSecurity(user: number): object {
  return {
    seccompProfile: { type: "RuntimeDefault" },
    ...(user > 0 && {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      fsGroupChangePolicy: "OnRootMismatch",
    }),
  };
}

/**
 * Expresses a health check as a readiness probe, which the kubelet runs without restarting anything. For a port that must answer, a shell
 * in the container sends bytes: the kubelet's own check only connects, and connecting also succeeds if the process is frozen.
 */
function readinessProbe(check: HealthCheck, ports: Readonly<Record<string, number>>): object {
  const times = {
    periodSeconds: Math.max(1, Math.round(check.interval)),
    timeoutSeconds: Math.max(1, Math.ceil(check.timeout)),
    failureThreshold: Math.max(1, check.failures),
  };
  if ("command" in check) return { exec: shell(`cd ${shellQuoted(SANDBOX)} && ${check.command}`), ...times };
  const port = ports[check.port] ?? 0;
  if (check.path !== undefined) return { httpGet: { path: check.path, port }, ...times };
  if (check.send === undefined) return { tcpSocket: { port }, ...times };
  const bytes = [...Buffer.from(check.send, "base64")].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  const ask = `printf '${bytes}' | timeout ${times.timeoutSeconds} nc "$(hostname -i)" ${port} | head -c 1 | grep -q ''`;
  return { exec: shell(ask), ...times };
}

function shell(command: string): object {
  return { command: ["/bin/sh", "-c", literal(command)] };
}

/** Quotes a text for a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Escapes a text for Kubernetes, which would expand `$(NAME)` and turn `$$` into `$`. */
export function literal(text: string): string {
  return text.replaceAll("$", "$$$$");
}
