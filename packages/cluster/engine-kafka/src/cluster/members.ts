import type { EngineContext, NodeView } from "@reeve/orchestrator/engine";
import { BROKER } from "../specs/broker-pod.ts";
import { CONTROLLER } from "../specs/controller-pod.ts";
import { endpointOf, type NodeEndpoint } from "../wire/endpoint.ts";

export interface KafkaMember {
  readonly node: NodeView;
  readonly endpoint: NodeEndpoint;
}

/** The nodes of a cluster that may respond: running nodes first, then starting ones. */
export interface KafkaMembers {
  brokers(): readonly KafkaMember[];
  controllers(): readonly KafkaMember[];
  /** All controllers with a placement, including those that are down: a node that is being launched needs all addresses. */
  placedControllers(): readonly KafkaMember[];
  placedBrokers(): readonly KafkaMember[];
}

export function kafkaMembersOf({ nodes }: Pick<EngineContext<unknown>, "nodes">): KafkaMembers {
  const placed = (podType: string) =>
    nodes().flatMap((node): readonly KafkaMember[] => {
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

/** The states in which a node's process may exist. */
export const ALIVE: ReadonlySet<NodeView["state"]> = new Set(["running", "starting", "stopping"]);

function rank({ node }: KafkaMember): number {
  return node.state === "running" ? 0 : 1;
}
