import type { EngineContext, NodeView } from "@reeve/orchestrator";
import { BROKER } from "../specs/broker-pod.ts";
import { CONTROLLER } from "../specs/controller-pod.ts";
import { type Endpoint, endpointOf } from "../wire/endpoint.ts";

/** A node that may answer, and where. */
export interface Member {
  readonly node: NodeView;
  readonly endpoint: Endpoint;
}

/** Who there is to be asked: those that run, then those that are about to. */
export interface Members {
  brokers(): readonly Member[];
  controllers(): readonly Member[];
  /** All that have a place, though they may be down: a broker that is launched while its controllers are must still know where to look for them. */
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

/** The states of a node whose process may be there. */
export const ALIVE: ReadonlySet<NodeView["state"]> = new Set(["running", "starting", "stopping"]);

function rank({ node }: Member): number {
  return node.state === "running" ? 0 : 1;
}
