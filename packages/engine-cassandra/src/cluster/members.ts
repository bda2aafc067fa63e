import type { EngineContext, NodeView } from "@reeve/orchestrator";
import { type Agent, openAgent } from "../agent/agent.ts";
import type { ClientAddress } from "../agent/cql-answers.ts";
import type { ClientCertificates } from "./client-certificates.ts";

/** A placed node with its administration. */
export interface Member {
  readonly node: NodeView;
  /** The address and port of the node for other nodes, such as `127.1.0.1:7000`. */
  readonly peer: string;
  readonly native: ClientAddress;
  readonly agent: Agent;
}

export interface Members {
  /** All placed nodes, including those that are down. */
  placed(): readonly Member[];
  /** The nodes whose process may be running. */
  alive(): readonly Member[];
  of(node: NodeView): Member | undefined;
}

/** The states in which a node's process may exist. */
const ALIVE: ReadonlySet<NodeView["state"]> = new Set(["running", "starting", "stopping"]);

export function membersOf(
  { nodes, secret }: Pick<EngineContext<unknown>, "nodes" | "secret">,
  { trustedFor }: Pick<ClientCertificates, "trustedFor">,
): Members {
  const of = (node: NodeView): Member | undefined => {
    const host = node.placement?.addresses[0];
    const { native, storage, agent } = node.placement?.ports ?? {};
    if (host === undefined || native === undefined || storage === undefined || agent === undefined) return undefined;
    return {
      node,
      peer: `${host}:${storage}`,
      native: { host, port: native, trusted: trustedFor(node) },
      agent: openAgent({ host, port: agent, password: secret(purposeOf(node)) }),
    };
  };
  const placed = () => nodes().flatMap((node) => of(node) ?? []);
  return { placed, alive: () => placed().filter(({ node }) => ALIVE.has(node.state)), of };
}

/** The label of a node's agent, from which the agent's password is derived. */
export const purposeOf = ({ id }: NodeView): string => `agent of ${id}`;
