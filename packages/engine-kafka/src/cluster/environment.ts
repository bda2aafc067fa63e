import type { Tools } from "@reeve/java-software";
import type { Environment, NodeView } from "@reeve/orchestrator";
import { CONTROLLER, FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import { writeEndpoint } from "../wire/endpoint.ts";
import type { Members } from "./members.ts";

/**
 * The first controller is formatted as a quorum of one. With the feature eligible.leader.replicas, formatting would also store
 * `min.insync.replicas` for the whole cluster, and later changes in the definition would have no effect.
 */
const FIRST = "--standalone --feature eligible.leader.replicas.version=0";

/** The environment variables for Java and the jars on this machine. */
export function toolsOf({ java, classPath, archive = "" }: Tools): Environment {
  return { JAVA: java, CLASSPATH: classPath, CLASS_ARCHIVE: archive };
}

/** A node's identity. A change of it requires a restart. */
export function environmentOf({ podType, index }: NodeView, clusterId: string): Environment {
  return { CLUSTER_ID: clusterId, NODE_ID: String(podType === CONTROLLER ? FIRST_CONTROLLER + index : index) };
}

/** The addresses of the controllers for a node's start. Running nodes learn of changes themselves, so a change requires no restart. */
export function hintsOf({ podType, index }: NodeView, members: Members, isFormed: boolean): Environment {
  const controllers = members.placedControllers();
  if (podType !== CONTROLLER)
    return { CONTROLLERS: controllers.map(({ endpoint }) => writeEndpoint(endpoint)).join(",") };
  const others = controllers.filter(({ node }) => node.index !== index);
  return {
    OTHER_CONTROLLERS: others.map(({ endpoint }) => `,${writeEndpoint(endpoint)}`).join(""),
    // Where controllers exist that a node can join, a second quorum would know no topics.
    FORMAT: index === 0 && !isFormed ? FIRST : "--no-initial-controllers",
  };
}
