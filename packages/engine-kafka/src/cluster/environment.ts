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

/** What a launch knows of the cluster: its id, and where the controllers are. */
export function environmentOf(
  { podType, index }: NodeView,
  members: Members,
  { clusterId, isFormed }: Known,
): Environment {
  const common = { CLUSTER_ID: clusterId };
  const controllers = members.placedControllers();
  if (podType !== CONTROLLER) {
    const quorum = controllers.map(({ endpoint }) => writeEndpoint(endpoint)).join(",");
    return { ...common, NODE_ID: String(index), CONTROLLERS: quorum };
  }
  const others = controllers.filter(({ node }) => node.index !== index);
  return {
    ...common,
    NODE_ID: String(FIRST_CONTROLLER + index),
    OTHER_CONTROLLERS: others.map(({ endpoint }) => `,${writeEndpoint(endpoint)}`).join(""),
    FORMAT: index === 0 && !isFormed ? FIRST : "--no-initial-controllers",
  };
}

interface Known {
  readonly clusterId: string;
  /** Whether there are controllers that one of them can join: a second quorum would not know any topic. */
  readonly isFormed: boolean;
}
