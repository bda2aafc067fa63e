import type { CommandSpec, ConfigFile, PlacementRule, ReadinessCheckSpec, ResourceSet } from "@reeve/scheduler-models";
import type { SettingSchemas } from "./definition/settings.ts";
import type { Secrets } from "./engine.ts";
import type { Clock, Log, Store } from "./platform.ts";
import type { PortAsked } from "./programs.ts";

/**
 * The place where nodes run: in this process (simulated), as processes on this machine, or in a cluster such as Kubernetes. A runtime
 * launches tasks, keeps or deletes volumes, and reports states. A runtime does not depend on what the tasks do.
 */
export interface Runtime {
  /** The runtime's name, such as `simulated` or `local`. */
  readonly name: string;
  /** Whether the runtime only simulates tasks; the service shows this to users. */
  readonly simulated: boolean;
  /** Set if tasks keep running when the service ends: `close` does not stop them, and the next service takes them over. */
  readonly outlivesService?: true;
  /**
   * The runtime's settings in a definition: `runtime: { name, … }`. A changed setting applies at once, but running tasks keep the settings
   * with which they were launched. Only container settings are rolled out (see `container`).
   */
  readonly settings?: SettingSchemas;
  /** The memory in megabytes of the largest agent, if the runtime knows it. A node that asks for more is refused. */
  readonly memory?: number;
  /** Set if the platform has secrets of its own, which settings can refer to; see `Agents.secret`. */
  readonly readsSecrets?: true;
  /** The names of the settings that an instance keeps for ever. A definition that changes one of them is refused. */
  readonly fixed?: readonly string[];
  /**
   * Returns the container settings of pods, such as the image, for the runtime's settings in a definition. They are part of each pod's
   * specification, so a change of them is rolled out. Only for runtimes that use containers.
   */
  container?(settings: Readonly<Record<string, unknown>>): unknown;
  /** Opens the runtime for one service instance. */
  open(context: RuntimeContext): Promise<Agents>;
}

export interface RuntimeContext {
  /** The name of the service instance. */
  readonly instance: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** The runtime's current settings in the instance's definition, with defaults. */
  settings(): Readonly<Record<string, unknown>>;
  /** Aborted when the runtime need not be opened any more. A runtime that waits for its platform then rejects. */
  readonly signal?: AbortSignal;
}

/** Launches, watches and stops the tasks of one service instance on the runtime's agents. */
export interface Agents {
  /**
   * Called once, before all other functions, with the ids of the tasks that were running when the service ended. Returns the states of
   * those tasks that the runtime still knows.
   */
  adopt(taskIds: readonly string[]): Promise<readonly TaskState[]>;
  /**
   * Assigns addresses and ports to nodes before any node runs. Called with all nodes of the instance at each start of the service, and for
   * each definition that changes pod specs. A node's identity changes only if the node asks for other ports. Rejects with a reason for
   * operators if a node's ports are not available.
   */
  identify(nodes: readonly NodeToIdentify[]): Promise<ReadonlyMap<string, Identity>>;
  /**
   * Accepts a task. Later reports say whether and where the task runs. If a task is sent twice, it is started only once. Rejects with a
   * reason for operators if the task cannot run. The signal cancels the launch: `stop` is called next, after which the runtime must remove
   * all traces of the task.
   */
  launch(request: LaunchRequest, signal: AbortSignal): Promise<void>;
  /**
   * Stops a task, and kills it if it still runs after its grace period. A task that is waiting or being launched must never run afterwards.
   * The runtime confirms the stop by reporting the task's state, even if the task has already ended or is unknown.
   */
  stop(taskId: string, signal: AbortSignal): Promise<void>;
  /**
   * Deletes a volume for good; resolves if the volume does not exist. Rejects while a task uses the volume, and with a reason for operators
   * if the volume cannot be deleted now. The orchestrator repeats the call until it succeeds.
   */
  deleteVolume(volume: string, signal: AbortSignal): Promise<void>;
  /** Calls the listener for every change of a task's state, until the returned function is called. The listener is added before `adopt`. */
  watch(listener: (state: TaskState) => void): () => void;
  /** Returns the output of a node's tasks. Absent if the runtime keeps no output. */
  log?(request: LogRequest): Promise<LogExcerpt>;
  /** The current resource usage of running tasks, by task id. Tasks that the runtime cannot measure are left out. */
  usage?(tasks: readonly TaskToMeasure[]): Promise<ReadonlyMap<string, Usage>>;
  /**
   * If an instance has more tasks than this, the tasks are not measured every few seconds. Only for runtimes in which each measurement
   * costs a request.
   */
  readonly measuredOften?: number;
  /**
   * Tells the runtime whether its platform may now evict a node, for instance to drain a machine. Before the first call, eviction is
   * forbidden. `nodes` is the number of nodes that the instance has now. Only for runtimes whose platform evicts nodes.
   */
  allowDisruption?(isAllowed: boolean, nodes: number): void;
  /**
   * Calls the listener with the reasons why the runtime cannot do work that no node waits for, as clauses for operators: once if there are
   * any now, and again whenever they change, until the returned function is called. The runtime repeats such work by itself.
   */
  watchTroubles?(listener: (reasons: readonly string[]) => void): () => void;
  /**
   * Returns the address through which this process reaches a node's port. Needed if the node's own address does not work here, for instance
   * because the service runs outside the cluster and uses forwarded ports. Other nodes and clients do not use this address. Rejects with
   * `conflict`, and a reason for operators, if the service lacks a permission.
   */
  reach?(address: Address): Promise<Address>;
  /**
   * Runs a program next to a running task, with the task's files, user and environment. Absent if tasks run on the service's own machine,
   * where this process can use their files itself. Rejects if the program cannot be started, for instance because the task has just ended.
   */
  exec?(taskId: string, command: readonly string[], signal: AbortSignal): Promise<Program>;
  /** Reads a value of one of the platform's own secrets. Rejects with a reason for operators if there is no such value. */
  secret?(name: string, key: string): Promise<string>;
  /** Set if tasks run in container images that contain the software, so that engines need not download it. */
  readonly images?: true;
  /** The number of agents. A replaced node can only move to another agent if there are several. */
  readonly count: number;
  /**
   * Removes objects that were made for the instance as a whole, such as folders or cluster services. Called when the instance is removed,
   * after its tasks have ended and its volumes were deleted. Rejects with a reason for operators if anything of the instance is still
   * there, such as a process that ends late. If the call fails, it is repeated every minute, and after each start of the service, until it
   * succeeds. `close` is called afterwards.
   */
  end?(signal: AbortSignal): Promise<void>;
  /** Releases all resources. Running tasks keep running. */
  close(): Promise<void>;
}

/** A program that runs next to a task, with its standard input and output. */
export interface Program {
  /**
   * What the program prints. Ends when the program has ended with success. Throws a `ReeveError` with the program's error output if the
   * program has failed, and any other error if the program was killed or the connection to it was lost.
   */
  readonly output: AsyncIterable<Uint8Array>;
  /** Sends bytes to the program's standard input, and resolves when more can be sent. */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the connection, which ends the program's standard input. The program itself is not stopped. */
  close(): void;
}

/** A host name or an IP address, with a port. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A running task, and the volumes of its node. */
export interface TaskToMeasure {
  readonly taskId: string;
  readonly volumes: readonly string[];
}

/** The resource usage of a task. */
export interface Usage {
  /** The current private memory in bytes. */
  readonly memory: number;
  /** The processor time since the task started, in seconds. */
  readonly processor: number;
  /** The size of the volumes' files in bytes. */
  readonly disk: number;
}

/**
 * The address of a node for its peers and clients. It is known before the node runs, and stays the same through restarts and replacements.
 */
export interface Identity {
  /** A host name or an IP address. */
  readonly host: string;
  /** Port numbers, by the names that the ports have in the pod spec. */
  readonly ports: Readonly<Record<string, number>>;
}

/** A node that needs an identity. */
export interface NodeToIdentify {
  /** The id of the node, such as `broker-0`. */
  readonly node: string;
  readonly ports: readonly PortAsked[];
  /**
   * Whether the node should get an address of its own if the platform supports that. Nodes with their own addresses can use the same fixed
   * ports without a conflict.
   */
  readonly ownAddress: boolean;
  /** The node's previous identity. */
  readonly had?: Identity;
}

/** A complete description of a task to launch, as plain data. */
export interface LaunchRequest {
  /** The id of the task, in the form `<pod>-<task>__<uuid>`. */
  readonly taskId: string;
  /** The id of the node, such as `broker-0`. */
  readonly node: string;
  /** The type of the pod, such as `broker`. */
  readonly podType: string;
  /** The name of the task's spec: `node`, `format`, `pause`. */
  readonly task: string;
  /** Whether the task ends by itself, once. */
  readonly oneShot: boolean;
  /**
   * Set for a sidecar task. Such a task has no ports. It runs next to the node's own task, in the same place (`on`), and uses the same
   * volumes, which no third task may use. While one of the two tasks runs, no volume is deleted.
   */
  readonly sidecar?: true;
  readonly command: CommandSpec;
  readonly resources: ResourceSet;
  /**
   * Templates of files, which the runtime fills at launch with the environment and with the ports and paths that only the runtime knows.
   */
  readonly files: readonly ConfigFile[];
  /** Environment variables for this launch only. They override the variables of the command. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Secret values for the task's files. Only the task's user can read a file with secrets, and the file is deleted when the task has ended.
   * Secrets are stored nowhere else.
   */
  readonly secrets: Secrets;
  /** Volumes by container path. They outlive the task. */
  readonly volumes: Readonly<Record<string, VolumeRequest>>;
  /** Where the node's previous task ran. This task must run there too, because its volumes are there. */
  readonly on?: Placement;
  /**
   * The address and ports of the task's node. The task runs only where these ports are free, and waits while another program uses one of
   * them.
   */
  readonly identity: Identity;
  /** Where nodes of this pod type may be placed. */
  readonly placementRule: PlacementRule | null;
  /** The agent on which the node ran before it was replaced. The runtime avoids this agent if possible. */
  readonly avoid?: string;
  /** The pod's container settings, if the runtime uses containers. */
  readonly container: unknown;
  readonly uris: readonly string[];
  readonly user: string;
  readonly readinessCheck: ReadinessCheckSpec | null;
  readonly healthCheck: HealthCheck | null;
  /** The number of seconds after which a task that was asked to stop and still runs is killed. */
  readonly grace: number;
}

/**
 * How to check that a running task is alive: through a port or with a command. The fields are those of the pod spec's `health-check-spec`,
 * and times are in seconds.
 */
export type HealthCheck = HealthCheckTimes & (PortCheck | CommandCheck);

export interface PortCheck {
  /** The name of the port to check. */
  readonly port: string;
  /** Bytes to send, in base64. With any response, the task counts as alive. Without `send` and `path`, an accepted connection is enough. */
  readonly send?: string;
  /** A path to request over HTTP. With a success status, the task counts as alive. */
  readonly path?: string;
}

export interface CommandCheck {
  /** A command that runs next to the task, in its folder and with its environment; with exit code 0, the task counts as alive. */
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
  /**
   * Whether a task has already run on the volume. If such a volume is missing, it is not created again. Instead, the task is reported as
   * `failed`, with the volume in `lost`.
   */
  readonly kept: boolean;
}

/** Which part of a node's output to read. */
export interface LogRequest {
  readonly node: string;
  /** The name of the task's spec. Default: the task that was launched last. */
  readonly task?: string;
  /** The number of last lines to begin with. Default: all lines that are kept. */
  readonly tail?: number;
  /** The value of `next` in an earlier excerpt. The new excerpt begins where that excerpt ended. */
  readonly after?: string;
  /** How many seconds to wait if there is no new output yet. */
  readonly wait?: number;
  /** Whether to continue with new output, including the output of later launches, until the signal is aborted. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** A part of a node's output. */
export interface LogExcerpt {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The value for `after` in the next request. Absent if the excerpt is endless (`follow`) or the task has no output yet. */
  readonly next?: string;
}

/** Where the runtime has placed a task. */
export interface Placement {
  readonly agent: string;
  readonly hostname: string;
  readonly addresses: readonly string[];
  /** Port numbers, by the names that the ports have in the pod spec. */
  readonly ports: Readonly<Record<string, number>>;
  /** The process id, if the task is a process. */
  readonly pid?: number;
}

/** The last reported state of a task. */
export type TaskState = {
  readonly taskId: string;
  /** The time of the report (ISO 8601, UTC). */
  readonly at: string;
} /** `waiting`: the task cannot run yet. For example, no agent has room, or the port or image of the task is not available. */ & (
  | { readonly state: "waiting"; readonly reason: string }
  /**
   * `unhealthy` is the reason while the task fails its health check, or while its stop is delayed. The runtime only reports this, and does
   * not restart the task. `unseen` is the reason while the runtime does not know whether the task still runs, for example because its
   * machine does not report. Such a task is not restarted either, because it may well serve its clients. `full` is the reason, as a clause
   * for operators, while the disk of the task's volumes has no room, or if it had none when the task ended. A launch onto such a disk has
   * to wait (`waiting`), because software that starts without room may damage what it has already written.
   */
  | {
      readonly state: "running";
      readonly placement: Placement;
      readonly unhealthy?: string;
      readonly unseen?: string;
      readonly full?: string;
    }
  /** The task ended by itself with success. */
  | ({ readonly state: "finished" } & Ended)
  /** The task was stopped. */
  | ({ readonly state: "stopped" } & Ended)
  /** The task ended unexpectedly, or it cannot run because a volume that it has used before is missing. */
  | ({ readonly state: "failed"; readonly reason: string; readonly lost?: string; readonly full?: string } & Ended)
);

/** Where an ended task was running. */
export interface Ended {
  /**
   * The task's placement; absent if the task never ran. Also set if the task ended before its start was reported, because the volumes may
   * contain data in that case.
   */
  readonly ran?: Placement;
}
