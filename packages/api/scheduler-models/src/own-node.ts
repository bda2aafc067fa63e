import { about, keyed, maybe, resource, resourceList, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A pod of any type in the answers of the Reeve service, including internal pods such as a dedicated controller. */
export interface OwnNode {
  /** The id of the node, such as `broker-0`. */
  readonly node: string;
  /** Whether the node is internal to the engine, so that the lists in the API documents do not contain it. */
  readonly internal: boolean;
  /** The state: `absent`, `starting`, `running`, `stopping`, `paused` or `failed`. */
  readonly state: string;
  /** Why the node does not run, if known, or what is amiss with a node that runs. */
  readonly reason?: string | null;
  /** The time of the last report of the node's state (ISO 8601, UTC). */
  readonly since?: string | null;
  readonly agent?: string | null;
  readonly hostname?: string | null;
  readonly addresses: readonly string[];
  /** Port numbers by the names in the pod's specification. */
  readonly ports: Readonly<Record<string, number>>;
  /** The version of the software, if the engine reports it. */
  readonly version?: string | null;
  /** The id of the configuration with which the node was last launched. */
  readonly configuration?: string | null;
  /** The differences from the target configuration, as paths in the pod's specification. */
  readonly differs: readonly string[];
}

/** One launch of a node's task. */
export interface OwnTask {
  readonly task: string;
  readonly taskId: string;
  readonly state: string;
  readonly reason?: string | null;
  readonly since: string;
  readonly configuration: string;
}

/** A node with its tasks and volumes. */
export interface OwnNodeDetails extends OwnNode {
  readonly tasks: readonly OwnTask[];
  /** The names of the volumes by container path. A replace gives the node new volumes. */
  readonly volumes: Readonly<Record<string, string>>;
}

const word = maybe(v.string());

const entries = {
  node: about("id of the node", v.string()),
  internal: about("whether the node is internal to the engine and therefore not in the documented lists", v.boolean()),
  state: about("absent, starting, running, stopping, paused or failed", v.string()),
  reason: about("why the node does not run, if known, or what is amiss with a node that runs", word),
  since: about("when the node's state was last reported (ISO 8601, UTC)", word),
  agent: word,
  hostname: word,
  addresses: v.array(v.string()),
  ports: about("port numbers, by the names of the ports in the pod's specification", keyed(v.string(), v.number())),
  version: about("version of the software, if the engine reports it", word),
  configuration: about("id of the configuration with which the node was last launched", word),
  differs: about("differences from the target configuration, as paths in the pod's specification", v.array(v.string())),
};

const OwnTask: Schema<OwnTask> = resource("OwnTask", "One launch of a node's task.", {
  task: v.string(),
  taskId: v.string(),
  state: v.string(),
  reason: word,
  since: v.string(),
  configuration: v.string(),
});

const OwnNode: Schema<OwnNode> = resource("OwnNode", "A node as the Reeve service shows it.", entries);

export const OwnNodes: Schema<readonly OwnNode[]> = resourceList(
  "OwnNodes",
  "All nodes of an instance, including the engine's internal nodes.",
  OwnNode,
);

export const OwnNodeDetails: Schema<OwnNodeDetails> = resource("OwnNodeDetails", "A node with its tasks and volumes.", {
  ...entries,
  tasks: v.array(OwnTask),
  volumes: about("names of the volumes, by container path", keyed(v.string(), v.string())),
});

/** The resource usage of a running node, and its limits. */
export interface NodeUsage {
  readonly node: string;
  /** Memory in use now, in bytes; `memory_limit` is the limit in the node's specification. */
  readonly memory: number;
  readonly memory_limit: number;
  /** Processor time since the start, in seconds; `cpus` is the number of processors in the node's specification. */
  readonly processor: number;
  readonly cpus: number;
  /** Disk space in use, in bytes; `disk_limit` is the size of the node's volumes. */
  readonly disk: number;
  readonly disk_limit: number;
  /** Set if the node is simulated: these are figures of the simulation, and no process uses anything. */
  readonly simulated?: true;
}

const NodeUsage: Schema<NodeUsage> = resource("NodeUsage", "The resource usage of a running node.", {
  node: entries.node,
  memory: v.number(),
  memory_limit: v.number(),
  processor: v.number(),
  cpus: v.number(),
  disk: v.number(),
  disk_limit: v.number(),
  simulated: about("whether the node is simulated; these are then figures of the simulation", v.exactOptional(v.literal(true))),
});

export const NodeUsages: Schema<readonly NodeUsage[]> = v.array(NodeUsage);
