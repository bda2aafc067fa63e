import { crc32 } from "node:zlib";
import { type Identity, type LaunchRequest, type Placement, type PortAsked, portsAsked } from "@reeve/orchestrator";
import { agentAddress, agentNumber } from "./addresses.ts";

/** The first port for ports that a spec leaves open: an agent has one node of an instance, so they are free. */
const FIRST_PORT = 31_000;

/** Where a task was placed: its agent's address and name, and its ports. */
export function placementOn(agent: string, request: LaunchRequest): Placement {
  const number = agentNumber(agent);
  return {
    agent,
    hostname: `${agent}.simulated.invalid`,
    addresses: [agentAddress(number)],
    ports: portsOf(portsAsked(request.resources), request.identity.ports),
    pid: processNumber(request.taskId),
  };
}

/** Above the highest process id of Linux, so it is never mistaken for a process of this machine. */
const FIRST_PROCESS = 2 ** 22 + 1;

/** The number of a task's simulated process. */
function processNumber(taskId: string): number {
  return FIRST_PROCESS + (crc32(taskId) % 2 ** 30);
}

/** The ports of a node, the same on every agent: those chosen once stay. */
export function portsOf(wanted: readonly PortAsked[], had: Identity["ports"]): Identity["ports"] {
  const taken = new Set(wanted.map(({ port }) => port));
  let next = FIRST_PORT;
  const found = (name: string): number => {
    const before = had[name];
    if (before !== undefined && !taken.has(before)) return before;
    while (taken.has(next)) next++;
    taken.add(next);
    return next;
  };
  return Object.fromEntries(wanted.map(({ name, port }) => [name, port === 0 ? found(name) : port]));
}
