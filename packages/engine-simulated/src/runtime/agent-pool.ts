import { ReeveError } from "@reeve/contract";
import type { Store } from "@reeve/orchestrator";
import { type Addresses, agentName, agentNumber } from "./addresses.ts";

/** The agents of one service instance: always more than it has nodes. */
export interface AgentPool {
  readonly count: number;
  /** Gives a node an agent that no other node has, and not the one to avoid. */
  place(node: string, avoid: string | undefined): string;
  /** Puts a node back on the agent where it was. */
  keep(node: string, agent: string): void;
  close(): void;
}

const AT_FIRST = 8;

/** Opens the pool. It is stored, so that an agent has the same address after a restart of the service. */
export function openAgentPool(store: Store, addresses: Addresses): AgentPool {
  const agents = new Set<string>(known(store.get("agents")));
  const homes = new Map<string, string>();
  const taken = new Set<string>();
  addresses.keep([...agents].map(agentNumber));
  if (agents.size === 0) grow(AT_FIRST);

  function grow(by: number): void {
    const claimed = addresses.claim(by);
    if (claimed.length < by)
      throw new ReeveError("conflict", "the simulation has no agent left: 198.18.0.0/15 is used up");
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
    // A node that is replaced must find another agent.
    if (taken.size === agents.size) grow(Math.ceil(agents.size / 2));
  }

  return {
    get count() {
      return agents.size;
    },
    keep,
    place(node, avoid) {
      const free = () => [...agents].find((agent) => !taken.has(agent) && agent !== avoid);
      let agent = free();
      if (agent === undefined) {
        grow(Math.ceil(agents.size / 2));
        agent = free();
      }
      if (agent === undefined)
        throw new ReeveError("conflict", `there is no agent for ${node}: every agent is to be avoided`);
      keep(node, agent);
      return agent;
    },
    close: () => addresses.release([...agents].map(agentNumber)),
  };
}

function known(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
