import { about, keyed, maybe, resource, type Schema } from "@reeve/contract";
import * as v from "valibot";

/** A node as Reeve's own service shows it: any pod of any kind, including internal ones (a dedicated controller). */
export interface OwnNode {
  /** `broker-0` */
  readonly node: string;
  /** Whether it is internal to the engine, and so absent from the documented lists. */
  readonly internal: boolean;
  /** `absent`, `starting`, `running`, `stopping`, `paused` or `failed`. */
  readonly state: string;
  /** Why it does not run, if known. */
  readonly reason?: string | null;
  /** When its state was last reported (ISO 8601, UTC). */
  readonly since?: string | null;
  readonly agent?: string | null;
  readonly hostname?: string | null;
  readonly addresses: readonly string[];
  /** By the port names of the pod's specification. */
  readonly ports: Readonly<Record<string, number>>;
  /** The version of the software, if the engine reports it. */
  readonly version?: string | null;
  /** The configuration of its last launch. */
  readonly configuration?: string | null;
  /** Where the target configuration differs, as paths in the pod's specification. */
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
  /** Their names by container path; new ones after a replace. */
  readonly volumes: Readonly<Record<string, string>>;
}

const word = maybe(v.string());

const entries = {
  node: about("its id", v.string()),
  internal: about("whether it is internal to the engine, and so not in the documented lists", v.boolean()),
  state: about("absent, starting, running, stopping, paused or failed", v.string()),
  reason: about("why it does not run, if known", word),
  since: about("when its state was last reported (ISO 8601, UTC)", word),
  agent: word,
  hostname: word,
  addresses: v.array(v.string()),
  ports: about("by the names of the specification's ports", keyed(v.string(), v.number())),
  version: about("of the software, if the engine reports it", word),
  configuration: about("the configuration that it was last launched with", word),
  differs: about("differences to the target configuration, as paths in the pod's specification", v.array(v.string())),
};

const OwnTask: Schema<OwnTask> = resource("OwnTask", "One launch of a node's task.", {
  task: v.string(),
  taskId: v.string(),
  state: v.string(),
  reason: word,
  since: v.string(),
  configuration: v.string(),
});

const OwnNode: Schema<OwnNode> = resource("OwnNode", "A node as Reeve's own service shows it.", entries);

export const OwnNodes: Schema<readonly OwnNode[]> = v.pipe(
  v.array(OwnNode),
  v.title("OwnNodes"),
  v.description("All nodes of an instance, the engine's own ones too."),
);

export const OwnNodeDetails: Schema<OwnNodeDetails> = resource("OwnNodeDetails", "A node with its tasks and volumes.", {
  ...entries,
  tasks: v.array(OwnTask),
  volumes: about("their names by container path", keyed(v.string(), v.string())),
});

/** What a running node uses, beside what it may use. */
export interface NodeUsage {
  readonly node: string;
  /** Bytes of memory now, and the most that its specification gives it. */
  readonly memory: number;
  readonly memory_limit: number;
  /** Seconds of processor time since it started, and the number of processors that its specification gives it. */
  readonly processor: number;
  readonly cpus: number;
  /** Bytes on disk, and the size of its volumes. */
  readonly disk: number;
  readonly disk_limit: number;
}

const NodeUsage: Schema<NodeUsage> = resource("NodeUsage", "What a running node uses.", {
  node: entries.node,
  memory: v.number(),
  memory_limit: v.number(),
  processor: v.number(),
  cpus: v.number(),
  disk: v.number(),
  disk_limit: v.number(),
});

export const NodeUsages: Schema<readonly NodeUsage[]> = v.array(NodeUsage);
