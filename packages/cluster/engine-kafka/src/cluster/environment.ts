import { randomBytes } from "node:crypto";
import type { Environment, NodeView, Store } from "@reeve/orchestrator/engine";
import { CONTROLLER } from "../specs/controller-pod.ts";
import { writeEndpoint } from "../wire/link.ts";
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

/** The variables with the controllers' addresses at a start. Running nodes learn new ones from each other, without a restart. */
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

const CLUSTER_ID = "cluster-id";

/** Returns the cluster id, which is written to every volume of the cluster. The id is generated once, in the format of Kafka's own tool. */
export function clusterId(store: Store): string {
  const known = store.get(CLUSTER_ID);
  if (typeof known === "string") return known;
  const made = madeUp();
  store.write([[CLUSTER_ID, made]]);
  return made;
}

/** Makes an id of 16 random bytes in base64url. An id that begins with a dash would be taken for a flag, so another one is made. */
function madeUp(): string {
  for (;;) {
    const id = randomBytes(16).toString("base64url");
    if (!id.startsWith("-")) return id;
  }
}
