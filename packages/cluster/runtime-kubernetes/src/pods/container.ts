import type { HealthCheck } from "@reeve/orchestrator/runtime";

/** The names of the containers of tasks, and of the container of the service. */
export const TASK_CONTAINER = "task";
export const SERVICE_CONTAINER = "service";

/** The container settings of a pod, in the form in which schedulers of this kind write them. */
interface ContainerSettings {
  readonly "image-name": string;
}

export const containerWith = (image: string): ContainerSettings => ({ "image-name": image });

/** Returns the image of a pod; undefined if its specification was made before pods had container settings. */
export function imageOf(container: unknown): string | undefined {
  return (container as Partial<ContainerSettings> | null)?.["image-name"];
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
export function readinessProbe(check: HealthCheck, ports: Readonly<Record<string, number>>, sandbox: string): object {
  const times = {
    periodSeconds: Math.max(1, Math.round(check.interval)),
    timeoutSeconds: Math.max(1, Math.ceil(check.timeout)),
    failureThreshold: Math.max(1, check.failures),
  };
  if ("command" in check) return { exec: shell(`cd ${shellQuoted(sandbox)} && ${check.command}`), ...times };
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
