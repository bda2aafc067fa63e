import type { EngineContext, NodeView } from "@reeve/orchestrator";
import { type Agent, openAgent } from "../agent/agent.ts";

/** A node that has been placed, with its administration. */
export interface Member {
  readonly node: NodeView;
  /** Its address and port among nodes: `127.1.0.1:7000`. */
  readonly peer: string;
  readonly native: { readonly host: string; readonly port: number };
  readonly agent: Agent;
}

export interface Members {
  /** All placed nodes, including those that are down. */
  placed(): readonly Member[];
  /** The nodes whose process may be running. */
  alive(): readonly Member[];
  of(node: NodeView): Member | undefined;
}

/** The states in which a node's process may run. */
const ALIVE: ReadonlySet<NodeView["state"]> = new Set(["running", "starting", "stopping"]);

export function membersOf({ nodes, secret }: Pick<EngineContext<unknown>, "nodes" | "secret">): Members {
  const of = (node: NodeView): Member | undefined => {
    const host = node.placement?.addresses[0];
    const { native, storage, agent } = node.placement?.ports ?? {};
    if (host === undefined || native === undefined || storage === undefined || agent === undefined) return undefined;
    return {
      node,
      peer: `${host}:${storage}`,
      native: { host, port: native },
      agent: openAgent({ host, port: agent, password: secret(purposeOf(node)) }),
    };
  };
  const placed = () => nodes().flatMap((node) => of(node) ?? []);
  return { placed, alive: () => placed().filter(({ node }) => ALIVE.has(node.state)), of };
}

/** The purpose from which the password of a node's agent is derived. */
export const purposeOf = ({ id }: NodeView): string => `agent of ${id}`;
