import type { EngineContext, NodeView } from "@reeve/orchestrator";
import { BROKER } from "../specs/broker-pod.ts";
import { CONTROLLER } from "../specs/controller-pod.ts";
import { type Endpoint, endpointOf } from "../wire/endpoint.ts";

/** A node that may answer, and its address. */
export interface Member {
  readonly node: NodeView;
  readonly endpoint: Endpoint;
}

/** The nodes that can be asked: those that run first, then those that are starting. */
export interface Members {
  brokers(): readonly Member[];
  controllers(): readonly Member[];
  /** All placed nodes, even if they are down: a broker that is being launched needs their addresses. */
  placedControllers(): readonly Member[];
  placedBrokers(): readonly Member[];
}

export function membersOf({ nodes }: Pick<EngineContext<unknown>, "nodes">): Members {
  const placed = (podType: string) =>
    nodes().flatMap((node): readonly Member[] => {
      const endpoint = node.podType === podType ? endpointOf(node) : undefined;
      return endpoint === undefined ? [] : [{ node, endpoint }];
    });
  const alive = (podType: string) =>
    placed(podType)
      .filter(({ node }) => ALIVE.has(node.state))
      .sort((a, b) => rank(a) - rank(b));
  return {
    brokers: () => alive(BROKER),
    controllers: () => alive(CONTROLLER),
    placedControllers: () => placed(CONTROLLER),
    placedBrokers: () => placed(BROKER),
  };
}

/** The states in which a node's process may run. */
export const ALIVE: ReadonlySet<NodeView["state"]> = new Set(["running", "starting", "stopping"]);

function rank({ node }: Member): number {
  return node.state === "running" ? 0 : 1;
}
