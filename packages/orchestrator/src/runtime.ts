import type { CommandSpec, ConfigFile, PlacementRule, ReadinessCheckSpec, ResourceSet } from "@reeve/scheduler-models";
import type { Clock } from "./clock.ts";
import type { Settings } from "./definition/settings.ts";
import type { Secrets } from "./engine.ts";
import type { Log } from "./log.ts";
import type { Store } from "./store.ts";
import type { PortAsked } from "./task-environment.ts";

/**
 * *Where* nodes run: in this process (simulated), as processes of this machine, on a cluster's own scheduler. It launches tasks, keeps or
 * deletes volumes and reports states; it does not know what the tasks do.
 */
export interface Runtime {
  /** `simulated`, `local` … */
  readonly name: string;
  /** Whether nothing really runs; the service says so. */
  readonly simulated: boolean;
  /** Its settings in a definition: `runtime: { name, … }`. They apply at once; running tasks keep those they were launched with. */
  readonly settings?: Settings;
  /** Opens the runtime for one service instance. */
  open(context: RuntimeContext): Promise<Agents>;
}

export interface RuntimeContext {
  /** The name of the service instance. */
  readonly instance: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Its current settings in the instance's definition, with defaults. */
  settings(): Readonly<Record<string, unknown>>;
}

/** The agents for the tasks of one service instance. */
export interface Agents {
  /**
   * Called once, before anything else, with the tasks that ran when the service ended: returns the state of each task that the runtime
   * still knows. Unknown tasks are left out.
   */
  adopt(taskIds: readonly string[]): Promise<readonly TaskState[]>;
  /**
   * Gives each node its identity, before any of them runs. It is called with all nodes of the instance, at each start and for each
   * definition that changes pod specs; an identity changes only where the node asks for other ports. Rejects with a reason for operators
   * where a node cannot have what it asks for.
   */
  identify(nodes: readonly NodeToIdentify[]): Promise<ReadonlyMap<string, Identity>>;
  /**
   * Accepts a task; its states report where and whether it runs. The same task id twice starts it once. Rejects with a reason for
   * operators where it cannot run. When the signal aborts, the launch is no longer wanted: `stop` follows, and nothing of the task may
   * remain.
   */
  launch(request: LaunchRequest, signal: AbortSignal): Promise<void>;
  /**
   * Stops a task, and kills it after its grace; one that waits, or whose launch is under way, never runs. Its state confirms the stop,
   * also where it has ended already or is unknown.
   */
  stop(taskId: string, signal: AbortSignal): Promise<void>;
  /** Deletes a volume for good; a missing one is no error. Rejects while a task uses it. */
  deleteVolume(volume: string, signal: AbortSignal): Promise<void>;
  /** Reports every change of a state until the returned function is called. */
  watch(listener: (state: TaskState) => void): () => void;
  /** The output of a node's tasks, where the runtime keeps it. */
  log?(request: LogRequest): Promise<LogExcerpt>;
  /** What running tasks use now, by task id; those of which the runtime cannot tell are left out. */
  usage?(tasks: readonly TaskToMeasure[]): Promise<ReadonlyMap<string, Usage>>;
  /** Tasks run in images that hold their software: an engine fetches none for them. */
  readonly images?: true;
  /** The number of agents; a replaced node can only move where there is more than one. */
  readonly count: number;
  /**
   * Removes what was made for the instance itself (folders, services of a cluster). Called when the instance is removed, after its tasks
   * have ended and its volumes were deleted, and again at each start until it succeeds. `close` follows.
   */
  end?(signal: AbortSignal): Promise<void>;
  /** Releases everything without ending a task. */
  close(): Promise<void>;
}

/** A running task, and the volumes of its node. */
export interface TaskToMeasure {
  readonly taskId: string;
  readonly volumes: readonly string[];
}

/** What a task uses. */
export interface Usage {
  /** Bytes of memory that are its own now. */
  readonly memory: number;
  /** Seconds of processor time since it started. */
  readonly processor: number;
  /** Bytes on disk in the volumes. */
  readonly disk: number;
}

/** The address of a node for its peers and clients. It is known before the node runs, and stays the same over restarts and replacements. */
export interface Identity {
  /** A name or an address. */
  readonly host: string;
  /** By the names of the spec's ports. */
  readonly ports: Readonly<Record<string, number>>;
}

/** A node that needs an identity. */
export interface NodeToIdentify {
  /** `broker-0` */
  readonly node: string;
  readonly ports: readonly PortAsked[];
  /** Whether it gets an address of its own where the platform has them, so that all nodes can use their fixed ports. */
  readonly ownAddress: boolean;
  /** Its identity so far. */
  readonly had?: Identity;
}

/** A task, ready to run, as plain data. */
export interface LaunchRequest {
  /** `<pod>-<task>__<uuid>` */
  readonly taskId: string;
  /** `broker-0`; identifies the pod. */
  readonly node: string;
  /** `broker` */
  readonly podType: string;
  /** The name of the task's spec: `node`, `format`, `pause`. */
  readonly task: string;
  /** Whether the task ends by itself, once. */
  readonly oneShot: boolean;
  /**
   * A sidecar task: it runs next to the node's own task, in the same place (`on`) and with its volumes, which no other task may use. A
   * volume is not deleted while either of them uses it. It has no ports.
   */
  readonly sidecar?: true;
  readonly command: CommandSpec;
  readonly resources: ResourceSet;
  /** Templates; the runtime fills them at launch with the environment and with what only it knows (ports, paths). */
  readonly files: readonly ConfigFile[];
  /** For this launch alone; overrides the command's own. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Further values for files. A file with secrets can only be read by the task's user and is deleted when the task has ended; secrets are
   * stored nowhere else.
   */
  readonly secrets: Secrets;
  /** The volumes by their container path; they outlive the task. */
  readonly volumes: Readonly<Record<string, VolumeRequest>>;
  /** Where it ran before and has to run again, because its volumes are there. */
  readonly on?: Placement;
  /** Its node's address: the task is placed so that it has these ports, and waits where another program has one of them. */
  readonly identity: Identity;
  /** Where pods of its type may be placed. */
  readonly placementRule: PlacementRule | null;
  /** The agent of the node that it replaces, to be avoided if possible. */
  readonly avoid?: string;
  /** The pod's container settings, where there are containers. */
  readonly container: unknown;
  readonly uris: readonly string[];
  readonly user: string;
  readonly readinessCheck: ReadinessCheckSpec | null;
  readonly healthCheck: HealthCheck | null;
  /** Seconds that it has to end before it is killed. */
  readonly grace: number;
}

/** How to check that a running task is alive: by a port or by a command. It is the pod spec's `health-check-spec`; times are in seconds. */
export type HealthCheck = HealthCheckTimes & (PortCheck | CommandCheck);

export interface PortCheck {
  /** The name of the port to check. */
  readonly port: string;
  /** Bytes in base64 to send; any answer counts. Without them, and without a path, accepting a connection is enough. */
  readonly send?: string;
  /** A path to request over HTTP; a status of success counts. */
  readonly path?: string;
}

export interface CommandCheck {
  /** Run next to the task, in its folder and with its environment; exit code 0 means alive. */
  readonly command: string;
}

export interface HealthCheckTimes {
  readonly interval: number;
  readonly timeout: number;
  /** Consecutive failures after which the task counts as unhealthy. */
  readonly failures: number;
}

/** A volume of a task. */
export interface VolumeRequest {
  readonly name: string;
  /** Whether a task has run on it. If such a volume is missing, it is not created again: the task is `failed`, with the volume as `lost`. */
  readonly kept: boolean;
}

/** Which part of a node's output to read. */
export interface LogRequest {
  readonly node: string;
  /** The name of the task's spec; by default the one that was launched last. */
  readonly task?: string;
  /** The number of last lines to begin with; by default everything that is kept. */
  readonly tail?: number;
  /** Where to continue, from an earlier excerpt; in place of a tail. */
  readonly after?: string;
  /** Seconds to wait for output when there is none yet. */
  readonly wait?: number;
  /** Continues with new output, also of later launches, until the signal aborts. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** A part of a node's output. */
export interface LogExcerpt {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The `after` of the next request; absent for an endless excerpt, or where there was never any output. */
  readonly next?: string;
}

/** Where the runtime has placed a task. */
export interface Placement {
  readonly agent: string;
  readonly hostname: string;
  readonly addresses: readonly string[];
  /** By the names of the spec's ports. */
  readonly ports: Readonly<Record<string, number>>;
  /** The process, where there is one. */
  readonly pid?: number;
}

/** The last report on a task. */
export type TaskState = {
  readonly taskId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
} /** It cannot run yet: there is no room, its port is taken, its image is being pulled. */ & (
  | { readonly state: "waiting"; readonly reason: string }
  /** With a reason while it fails its health check, reported each time. The runtime itself does not react to that. */
  | { readonly state: "running"; readonly placement: Placement; readonly unhealthy?: string }
  /** It ended by itself, as it should. */
  | ({ readonly state: "finished" } & Ended)
  /** It was stopped. */
  | ({ readonly state: "stopped" } & Ended)
  /** It ended and should not have; or it cannot run, because a volume that it has used before is missing. */
  | ({ readonly state: "failed"; readonly reason: string; readonly lost?: string } & Ended)
);

/** Whether a task that has ended ever ran. */
export interface Ended {
  /** Where it ran; absent where it never did. A task may end before its start was reported, and its volumes have what it wrote. */
  readonly ran?: Placement;
}
