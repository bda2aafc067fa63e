import type { Environment, NodeView } from "@reeve/orchestrator/engine";
import { CONTROLLER } from "../specs/controller-pod.ts";
import { writeEndpoint } from "../wire/endpoint.ts";
import type { KafkaMembers } from "./members.ts";
import { controllerId } from "./quorum.ts";

/**
 * The first controller is formatted as a quorum of one. The feature `eligible.leader.replicas` is off: with it, formatting would store
 * `min.insync.replicas` for the whole cluster, and later changes of the definition would have no effect.
 */
const FIRST = "--standalone --feature eligible.leader.replicas.version=0";

/** The environment variables with a node's identity in the cluster. If one of them changes, the node is restarted. */
export function nodeEnvironmentOf(node: NodeView, clusterId: string): Environment {
  return { CLUSTER_ID: clusterId, NODE_ID: String(node.podType === CONTROLLER ? controllerId(node) : node.index) };
}

/**
 * The environment variables with the addresses of the controllers, for a node that starts. Running nodes learn new addresses from each
 * other, so a change of addresses needs no restart.
 */
export function hintsOf({ podType, index }: NodeView, members: KafkaMembers, isFormed: boolean): Environment {
  const controllers = members.placedControllers();
  if (podType !== CONTROLLER) return { CONTROLLERS: controllers.map(({ endpoint }) => writeEndpoint(endpoint)).join(",") };
  const others = controllers.filter(({ node }) => node.index !== index);
  return {
    OTHER_CONTROLLERS: others.map(({ endpoint }) => `,${writeEndpoint(endpoint)}`).join(""),
    // The first controller forms a quorum only if there is none that it can join: a second quorum would know no topics.
    FORMAT: index === 0 && !isFormed ? FIRST : "--no-initial-controllers",
  };
}
