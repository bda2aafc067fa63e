import { type EngineContext, mayRun, type NodeView } from "@reeve/orchestrator/engine";
import { type Agent, openAgent } from "../agent/agent.ts";
import type { ClientAddress } from "../agent/cql-answers.ts";
import type { RoomOf } from "./closed.ts";
import type { NodeCertificates } from "./node-certificates.ts";
import type { Records } from "./records.ts";
import type { ServedTimes } from "./served-times.ts";

/** A node that has been placed on an agent, and the means to administer this node. */
export interface Member {
  readonly node: NodeView;
  /** The IP address and port by which other nodes know the node, such as `127.1.0.1:7000`. */
  readonly peer: string;
  readonly native: ClientAddress;
  readonly agent: Agent;
  readonly agentPort: number;
}

export type Members = ReturnType<typeof membersOf>;

/** The nodes of a cluster, and the means to administer them. */
export function membersOf(
  { nodes, secret, reach }: Pick<EngineContext<unknown>, "nodes" | "secret" | "reach">,
  { trustedFor, authority }: Pick<NodeCertificates, "trustedFor" | "authority">,
) {
  const of = (node: NodeView): Member | undefined => {
    const [host, ip = host] = node.placement?.addresses ?? [];
    const { native, storage, agent } = node.placement?.ports ?? {};
    if (host === undefined || native === undefined || storage === undefined || agent === undefined) return undefined;
    return {
      node,
      agentPort: agent,
      peer: `${ip}:${storage}`,
      native: { host, port: native, reach, trusted: trustedFor(node) },
      agent: openAgent({ host, port: agent, reach, authority, launch: launchOf(node), secret: agentSecret(node, secret) }),
    };
  };
  const placed = (): readonly Member[] => nodes().flatMap((node) => of(node) ?? []);
  return {
    of,
    /** Returns all nodes that have been placed on an agent, including those that are down. */
    placed,
    /** Returns the nodes whose process may be running. */
    alive: (): readonly Member[] => placed().filter(({ node }) => mayRun(node)),
  };
}

/** Returns the id of a node's last launch. */
export function launchOf({ id, tasks }: NodeView): string {
  return tasks.find(({ task }) => task === "node")?.taskId ?? id;
}

/** Returns the secret of a node's last launch, in lower case, because the agent changes its own copy to lower case. */
export function agentSecret(node: NodeView, secret: EngineContext<unknown>["secret"]): string {
  return Buffer.from(secret(`agent of ${launchOf(node)}`), "base64url").toString("hex");
}

/** What is known about a cluster of databases, and how its nodes are reached. */
export interface DatabaseAccess {
  readonly members: Members;
  readonly records: Records;
  readonly served: ServedTimes;
  readonly room: RoomOf;
  nodes(): readonly NodeView[];
  /** The number of nodes in the definition. */
  count(): number;
}
