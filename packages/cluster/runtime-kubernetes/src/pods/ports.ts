import type { Identity, PortAsked } from "@reeve/orchestrator/runtime";

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
