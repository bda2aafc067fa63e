import { isIP } from "node:net";
import { type EngineContext, type FileSystemPod, mayRun, type NodeView, type Reachable } from "@reeve/orchestrator/engine";
import type { COORDINATOR } from "../specs/coordinator-pod.ts";

export type PodType = FileSystemPod | typeof COORDINATOR;

export type HdfsMembers = ReturnType<typeof hdfsMembersOf>;

/** The nodes of a file system, and their addresses. */
export function hdfsMembersOf({ nodes, reach }: Pick<EngineContext<unknown>, "nodes" | "reach">) {
  /** Returns how this process reaches an address. */
  const reachable = (host: string, port: number): Reachable => ({ host, port, reach });
  const all = (type: PodType): readonly NodeView[] => nodes().filter(({ podType }) => podType === type);
  return {
    all,
    /** Returns the nodes of a type whose process may be running. */
    alive: (type: PodType): readonly NodeView[] => all(type).filter((node) => node.placement !== undefined && mayRun(node)),
    node: (type: PodType, index: number): NodeView | undefined => all(type).find((node) => node.index === index),
    /** Returns the address of a placed node's port. */
    endpoint({ id, placement }: Pick<NodeView, "id" | "placement">, port: string): Reachable {
      const [host] = placement?.addresses ?? [];
      const number = placement?.ports[port];
      if (host === undefined || number === undefined) throw new Error(`${id} has no port ${port}`);
      return reachable(host, number);
    },
    reachable,
  };
}

/** Returns the address by which name nodes know a data node: the IP address from which it connects, once it has run. */
export function registeredAddress({ placement }: Pick<NodeView, "placement">): string | undefined {
  const [host, ip = host] = placement?.addresses ?? [];
  const port = placement?.ports["data-rpc"];
  return ip === undefined || port === undefined ? undefined : `${ip}:${port}`;
}

/** Whether a node's host is a stable name. Then the node gets another IP address with each start, as pods do. */
export function hasStableName({ identity }: Pick<NodeView, "identity">): boolean {
  return isIP(identity.host) === 0;
}
