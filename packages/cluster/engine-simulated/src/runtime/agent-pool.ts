import { ReeveError } from "@reeve/contract";
import type { Store } from "@reeve/orchestrator/runtime";
import { type Addresses, agentName, agentNumber } from "./addresses.ts";

/** The agents of one service instance. There are always more agents than nodes. */
export interface AgentPool {
  readonly count: number;
  /** Chooses an agent for a node. The agent runs no other node of the instance, and is not the agent `avoid`. */
  place(node: string, avoid: string | undefined): string;
  /** Places a node on the agent that it had before. */
  keep(node: string, agent: string): void;
  close(): void;
}

const AT_FIRST = 8;

/** Opens the agents, which are stored so that each agent keeps its address when the service restarts. */
export function openAgentPool(store: Store, addresses: Addresses): AgentPool {
  const agents = new Set<string>(known(store.get("agents")));
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
        throw new ReeveError("conflict", `no agent is free for ${node}, except the one on which it ran before`);
      keep(node, agent);
      return agent;
    },
    close: () => addresses.release([...agents].map(agentNumber)),
  };
}

function known(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
