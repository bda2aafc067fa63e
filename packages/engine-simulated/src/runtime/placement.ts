import { crc32 } from "node:zlib";
import { type Identity, type LaunchRequest, type Placement, type PortAsked, portsAsked } from "@reeve/orchestrator";
import { agentAddress, agentNumber } from "./addresses.ts";

/** The first port of specs that leave their ports open. Each agent has only one node of an instance, so these ports are free there. */
const FIRST_PORT = 31_000;

/** The placement of a task: the address and the name of its agent, and its ports. */
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

/**
 * The first pid of simulated processes. It is higher than the highest pid of Linux, so that no process of this machine has a simulated pid.
 */
const FIRST_PROCESS = 2 ** 22 + 1;

/** The pid of a task's simulated process. */
function processNumber(taskId: string): number {
  return FIRST_PROCESS + (crc32(taskId) % 2 ** 30);
}

/** The ports of a node, which are the same on every agent. A port that has been chosen for a node never changes. */
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
