import { crc32 } from "node:zlib";
import { ReeveError } from "@reeve/contract";
import { type Identity, type LaunchRequest, type Placement, type PortAsked, portsAsked, type Store } from "@reeve/orchestrator/runtime";

const AT_FIRST = 8;

/** The agents of an instance, always more than nodes. They are stored, so that each keeps its address. */
export function openAgentPool(store: Store, addresses: Addresses) {
  const agents = new Set((store.get("agents") ?? []) as readonly string[]);
  const homes = new Map<string, string>();
  const taken = new Set<string>();
  addresses.keep([...agents].map(agentNumber));
  if (agents.size === 0) grow(AT_FIRST);

  function grow(by: number): void {
    const claimed = addresses.claim(by);
    if (claimed.length < by)
      throw new ReeveError("conflict", "the simulation cannot add an agent: all addresses of 198.18.0.0/15 are in use");
    for (const number of claimed) agents.add(agentName(number));
    store.write([["agents", [...agents]]]);
  }

  function keep(node: string, agent: string): void {
    taken.delete(homes.get(node) ?? "");
    homes.set(node, agent);
    taken.add(agent);
    if (!agents.has(agent)) {
      agents.add(agent);
      addresses.keep([agentNumber(agent)]);
      store.write([["agents", [...agents]]]);
    }
    // There are always some free agents, because a replaced node must move to another agent.
    if (taken.size === agents.size) grow(Math.ceil(agents.size / 2));
  }

  return {
    get count(): number {
      return agents.size;
    },
    /** Places a node on the agent that it had before. */
    keep,
    /** Chooses an agent for a node. The agent runs no other node of the instance, and is not the agent `avoid`. */
    place(node: string, avoid: string | undefined): string {
      const free = () => [...agents].find((agent) => !taken.has(agent) && agent !== avoid);
      let agent = free();
      if (agent === undefined) {
        grow(Math.ceil(agents.size / 2));
        agent = free();
      }
      if (agent === undefined) throw new ReeveError("conflict", `no agent is free for ${node}, except the one on which it ran before`);
      keep(node, agent);
      return agent;
    },
    close: () => addresses.release([...agents].map(agentNumber)),
  };
}

export type Addresses = ReturnType<typeof createAddresses>;

/** The number of addresses in the block, without its first and its last address. */
const AGENTS = 2 ** 17 - 2;

/** The addresses of all agents, in the block 198.18.0.0/15, which is reserved for benchmarks and not used by networks. */
export function createAddresses() {
  const taken = new Set<number>();
  let lowest = 1;
  return {
    /** Reserves the lowest free agent numbers and returns them. */
    claim(count: number): readonly number[] {
      const numbers: number[] = [];
      for (; numbers.length < count && lowest <= AGENTS; lowest++) {
        if (!taken.has(lowest)) numbers.push(lowest);
      }
      for (const number of numbers) taken.add(number);
      return numbers;
    },
    /** Reserves the numbers of the agents that were stored before the service restarted. */
    keep(numbers: readonly number[]): void {
      for (const number of numbers) taken.add(number);
    },
    release(numbers: readonly number[]): void {
      for (const number of numbers) taken.delete(number);
      lowest = Math.min(lowest, ...numbers.slice(0, 1));
    },
  };
}

const agentName = (number: number): string => `agent-${number}`;

const agentNumber = (agent: string): number => Number(agent.replace("agent-", ""));

function agentAddress(number: number): string {
  return `198.${18 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
}

/** The lowest port where none is fixed. Each agent has one node of an instance, so the following ports are free. */
const FIRST_PORT = 31_000;

/** Returns the placement of a task: the agent with its address and host name, and the task's ports. */
export function placementOn(agent: string, request: LaunchRequest): Placement {
  const number = agentNumber(agent);
  return {
    agent,
    hostname: `${agent}.simulated.invalid`,
    addresses: [agentAddress(number)],
    ports: portsOf(portsAsked(request.resources), request.identity.ports),
    pid: FIRST_PROCESS + (crc32(request.taskId) % 2 ** 30),
  };
}

/** The first process id of simulated processes. It is above the highest process id of Linux, so no real process has the same id. */
const FIRST_PROCESS = 2 ** 22 + 1;

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
