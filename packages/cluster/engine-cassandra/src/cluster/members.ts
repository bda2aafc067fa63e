import type { EngineContext, NodeView } from "@reeve/orchestrator/engine";
import { type Agent, openAgent } from "../agent/agent.ts";
import type { ClientAddress } from "../agent/cql-answers.ts";
import type { ClientCertificates } from "./client-certificates.ts";

/** A node that has been placed on an agent, and the means to administer this node. */
export interface Member {
  readonly node: NodeView;
  /** The IP address and port by which other nodes know the node, such as `127.1.0.1:7000`. */
  readonly peer: string;
  readonly native: ClientAddress;
  readonly agent: Agent;
}

export interface Members {
  /** Returns all nodes that have been placed on an agent, including those that are down. */
  placed(): readonly Member[];
  /** Returns the nodes whose process may be running. */
  alive(): readonly Member[];
  of(node: NodeView): Member | undefined;
}

/** The states of a node in which its process may be running. */
const ALIVE: ReadonlySet<NodeView["state"]> = new Set(["running", "starting", "stopping"]);

export function membersOf(
  { nodes, secret, reach }: Pick<EngineContext<unknown>, "nodes" | "secret" | "reach">,
  { trustedFor }: Pick<ClientCertificates, "trustedFor">,
): Members {
  const of = (node: NodeView): Member | undefined => {
    const [host, ip = host] = node.placement?.addresses ?? [];
    const { native, storage, agent } = node.placement?.ports ?? {};
    if (host === undefined || native === undefined || storage === undefined || agent === undefined) return undefined;
    return {
      node,
      peer: `${ip}:${storage}`,
      native: { host, port: native, reach, trusted: trustedFor(node) },
      agent: openAgent({ host, port: agent, reach, password: secret(purposeOf(node)) }),
    };
  };
  const placed = () => nodes().flatMap((node) => of(node) ?? []);
  return { placed, alive: () => placed().filter(({ node }) => ALIVE.has(node.state)), of };
}

/** Returns the text from which the password of a node's agent is derived. */
export const purposeOf = ({ id }: NodeView): string => `agent of ${id}`;
