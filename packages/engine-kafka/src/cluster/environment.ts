import type { Tools } from "@reeve/java-software";
import type { Environment, NodeView } from "@reeve/orchestrator";
import { CONTROLLER, FIRST_CONTROLLER } from "../specs/controller-pod.ts";
import { writeEndpoint } from "../wire/endpoint.ts";
import type { Members } from "./members.ts";

/**
 * The first controller is formatted as a quorum of one. With eligible leader replicas, formatting would also write down `min.insync.replicas` for the
 * whole cluster, and what a definition says of it later would change nothing.
 */
const FIRST = "--standalone --feature eligible.leader.replicas.version=0";

/** Where this machine has Java and the jars. */
export function toolsOf({ java, classPath, archive = "" }: Tools): Environment {
  return { JAVA: java, CLASSPATH: classPath, CLASS_ARCHIVE: archive };
}

/** Who a node is. A change of it would be an update. */
export function environmentOf({ podType, index }: NodeView, clusterId: string): Environment {
  return { CLUSTER_ID: clusterId, NODE_ID: String(podType === CONTROLLER ? FIRST_CONTROLLER + index : index) };
}

/** Where a node finds the controllers when it starts. Later it learns of others by itself: a change of it is no reason for a restart. */
export function hintsOf({ podType, index }: NodeView, members: Members, isFormed: boolean): Environment {
  const controllers = members.placedControllers();
  if (podType !== CONTROLLER)
    return { CONTROLLERS: controllers.map(({ endpoint }) => writeEndpoint(endpoint)).join(",") };
  const others = controllers.filter(({ node }) => node.index !== index);
  return {
    OTHER_CONTROLLERS: others.map(({ endpoint }) => `,${writeEndpoint(endpoint)}`).join(""),
    // Where there are controllers that one of them can join, a second quorum would not know any topic.
    FORMAT: index === 0 && !isFormed ? FIRST : "--no-initial-controllers",
  };
}
