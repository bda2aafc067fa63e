import { isIP } from "node:net";
import type { EngineContext, FileSystemPod, NodeView, Reachable } from "@reeve/orchestrator/engine";
import type { COORDINATOR } from "../specs/coordinator-pod.ts";

export type PodType = FileSystemPod | typeof COORDINATOR;

/** The states of a node in which its process may be running. */
const ALIVE: ReadonlySet<NodeView["state"]> = new Set(["running", "starting", "stopping"]);

export interface HdfsMembers {
  /** Returns all nodes of a type. */
  all(type: PodType): readonly NodeView[];
  /** Returns the nodes of a type whose process may be running. */
  alive(type: PodType): readonly NodeView[];
  node(type: PodType, index: number): NodeView | undefined;
  /** Returns the address of a placed node's port. */
  endpoint(node: Pick<NodeView, "id" | "placement">, port: string): Reachable;
  /** Returns how this process reaches an address. */
  reachable(host: string, port: number): Reachable;
}

export function hdfsMembersOf({ nodes, reach }: Pick<EngineContext<unknown>, "nodes" | "reach">): HdfsMembers {
  const reachable = (host: string, port: number): Reachable => ({ host, port, reach });
  const all = (type: PodType) => nodes().filter(({ podType }) => podType === type);
  return {
    all,
    alive: (type) => all(type).filter(({ state, placement }) => placement !== undefined && ALIVE.has(state)),
    node: (type, index) => all(type).find((node) => node.index === index),
    endpoint({ id, placement }, port) {
      const [host] = placement?.addresses ?? [];
      const number = placement?.ports[port];
      if (host === undefined || number === undefined) throw new Error(`${id} has no port ${port}`);
      return reachable(host, number);
    },
    reachable,
  };
}

/**
 * Returns the address by which name nodes know a data node, with the IP address from which it connects; undefined if the node has never
 * run.
 */
export function registeredAddress({ placement }: Pick<NodeView, "placement">): string | undefined {
  const [host, ip = host] = placement?.addresses ?? [];
  const port = placement?.ports["data-rpc"];
  return ip === undefined || port === undefined ? undefined : `${ip}:${port}`;
}

/** Whether a node's host is a stable name. Then the node gets another IP address with each start, as pods do. */
export function hasStableName({ identity }: Pick<NodeView, "identity">): boolean {
  return isIP(identity.host) === 0;
}
