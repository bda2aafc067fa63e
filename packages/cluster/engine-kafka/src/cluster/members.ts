import { type Address, type EngineContext, mayRun, type NodeView } from "@reeve/orchestrator/engine";
import { BROKER } from "../specs/broker-pod.ts";
import { CONTROLLER } from "../specs/controller-pod.ts";

export interface KafkaMember {
  readonly node: NodeView;
  readonly endpoint: Address;
}

export type KafkaMembers = ReturnType<typeof kafkaMembersOf>;

/** The nodes of a cluster with their addresses. */
export function kafkaMembersOf({ nodes }: Pick<EngineContext<unknown>, "nodes">) {
  const placed = (podType: string): readonly KafkaMember[] =>
    nodes().flatMap((node) => {
      const endpoint = node.podType === podType ? endpointOf(node) : undefined;
      return endpoint === undefined ? [] : [{ node, endpoint }];
    });
  const rank = ({ node }: KafkaMember) => (node.state === "running" ? 0 : 1);
  const alive = (podType: string): readonly KafkaMember[] => {
    const members = placed(podType).filter(({ node }) => mayRun(node));
    return members.toSorted((a, b) => rank(a) - rank(b));
  };
  return {
    /** The brokers that may respond: running ones first, then starting ones. */
    brokers: () => alive(BROKER),
    /** The controllers that may respond: running ones first, then starting ones. */
    controllers: () => alive(CONTROLLER),
    /** All controllers with a placement, including those that are down: a node that is being launched needs all addresses. */
    placedControllers: () => placed(CONTROLLER),
    placedBrokers: () => placed(BROKER),
  };
}

/** The address of a node; undefined until the node is placed. The port of a node has the name of the node's pod type. */
export function endpointOf({ placement, podType }: NodeView): Address | undefined {
  const host = placement?.addresses[0];
  const port = placement?.ports[podType];
  return host === undefined || port === undefined ? undefined : { host, port };
}
