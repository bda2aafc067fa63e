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
}

export function membersOf({ nodes }: Pick<EngineContext<unknown>, "nodes">): Members {
  const ofType = (podType: string) => {
    const all = nodes().flatMap((node): readonly Member[] => {
      if (node.podType !== podType || !ALIVE.has(node.state)) return [];
      const endpoint = endpointOf(node);
      return endpoint === undefined ? [] : [{ node, endpoint }];
    });
    return all.sort((a, b) => rank(a) - rank(b));
  };
  return { brokers: () => ofType(BROKER), controllers: () => ofType(CONTROLLER) };
}

const ALIVE = new Set(["running", "starting", "stopping"]);

function rank({ node }: Member): number {
  return node.state === "running" ? 0 : 1;
}
