import { crc32 } from "node:zlib";
import {
  type Identity,
  type LaunchRequest,
  type Placement,
  type PortAsked,
  portsAsked,
} from "@reeve/orchestrator/runtime";
import { agentAddress, agentNumber } from "./addresses.ts";

/**
 * The lowest port for pod specs that do not fix their ports. Each agent has only one node of an instance, so this port and the following
 * ports are free.
 */
const FIRST_PORT = 31_000;

/** Returns the placement of a task: the agent with its address and host name, and the task's ports. */
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

/** The first process id of simulated processes. It is above the highest process id of Linux, so no real process has the same id. */
const FIRST_PROCESS = 2 ** 22 + 1;

/** Returns the process id of a task's simulated process. */
function processNumber(taskId: string): number {
  return FIRST_PROCESS + (crc32(taskId) % 2 ** 30);
}

/** Returns the ports of a node, which are the same on every agent. A port that was chosen for a node never changes. */
export function portsOf(wanted: readonly PortAsked[], had: Identity["ports"]): Identity["ports"] {
  const taken = new Set(wanted.map(({ port }) => port));
  let next = FIRST_PORT;
  const result = (name: string): number => {
    const before = had[name];
    if (before !== undefined && !taken.has(before)) return before;
    while (taken.has(next)) next++;
    taken.add(next);
    return next;
  };
  return Object.fromEntries(wanted.map(({ name, port }) => [name, port === 0 ? result(name) : port]));
}
