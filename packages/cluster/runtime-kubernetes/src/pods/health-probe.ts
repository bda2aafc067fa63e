import type { HealthCheck } from "@reeve/orchestrator/runtime";
import { literal, shellQuoted } from "./shell.ts";

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
