import type { CommandSpec, ConfigFile, PlacementRule, ReadinessCheckSpec, ResourceSet } from "@reeve/scheduler-models";
import type { Clock } from "./clock.ts";
import type { Settings } from "./definition/settings.ts";
import type { Secrets } from "./engine.ts";
import type { Log } from "./log.ts";
import type { Store } from "./store.ts";
import type { PortAsked } from "./task-environment.ts";

/**
 * *Where* nodes run: in this process (simulated), as processes of this machine, on a cluster's own scheduler. It launches tasks, keeps
 * or deletes volumes and says what became of them; what the tasks are is not its business.
 */
export interface Runtime {
  /** `simulated`, `local` … */
  readonly name: string;
  /** Whether nothing really runs: the service says so. */
  readonly simulated: boolean;
  /** What a definition can say to it: `runtime: { name, … }`. All of it is taken over at once; what runs keeps what it was launched with. */
  readonly settings?: Settings;
  /** Opens the part that belongs to one service instance. */
  open(context: RuntimeContext): Promise<Agents>;
}

export interface RuntimeContext {
  /** The name of the service instance. */
  readonly instance: string;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Its settings in the instance's definition, as they are now, with their defaults. */
  settings(): Readonly<Record<string, unknown>>;
}

/** The agents that one service instance's tasks run on. */
export interface Agents {
  /**
   * Called once, before anything else, with what ran when the service ended: gives the state of each task that the runtime still knows
   * or knows the end of. A task that it has never heard of is left out.
   */
  adopt(taskIds: readonly string[]): Promise<readonly TaskState[]>;
  /**
   * Gives each node its identity, before any of them runs. It is asked with all nodes of the instance, at each start and for each definition that changes
   * what runs; an identity changes only where the node asks for other ports. Rejects with a reason for people where a node cannot have what it asks for.
   */
  identify(nodes: readonly NodeToIdentify[]): Promise<ReadonlyMap<string, Identity>>;
  /**
   * Takes a task over; where and whether it runs is told by its states. The same task id twice starts it once. Rejects with a reason for people where
   * it cannot run. When the signal is aborted the launch is not wanted any more: `stop` follows, and nothing of the task may be left.
   */
  launch(request: LaunchRequest, signal: AbortSignal): Promise<void>;
  /**
   * Ends a task, and makes it end after its grace; one that waits, or whose launch is under way, never runs. Its state confirms it, also where it
   * has ended already or is unknown.
   */
  stop(taskId: string, signal: AbortSignal): Promise<void>;
  /** Deletes a volume for good; one that is not there is no mistake. Rejects while a task uses it. */
  deleteVolume(volume: string, signal: AbortSignal): Promise<void>;
  /** Tells every change of a state until the function that it gives is called. */
  watch(listener: (state: TaskState) => void): () => void;
  /** What the tasks of a node have printed, where the runtime keeps it. */
  log?(request: LogRequest): Promise<LogExcerpt>;
  /** How many agents there are; a replaced node can only move where there is more than one. */
  readonly count: number;
  /**
   * Removes what was made for the instance itself (folders, services of a cluster). It is asked when the instance is removed, after its tasks have ended
   * and its volumes were deleted, and again at each start until it has succeeded. `close` follows.
   */
  end?(signal: AbortSignal): Promise<void>;
  /** Lets go of everything without ending a task. */
  close(): Promise<void>;
}

/** Where a node is reached by its peers and clients. It is known before the node runs, and the same over restarts and replacements. */
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
  /** Whether it has an address of its own where the platform can give one, so that all have their fixed ports. */
  readonly ownAddress: boolean;
  /** What it has had so far. */
  readonly had?: Identity;
}

/** A task, ready to run. All of it is data. */
export interface LaunchRequest {
  /** `<pod>-<task>__<uuid>` */
  readonly taskId: string;
  /** `broker-0`; the runtime keeps pods apart by it. */
  readonly node: string;
  /** `broker` */
  readonly podType: string;
  /** The name of the task's spec: `node`, `format`, `pause`. */
  readonly task: string;
  /** A task that ends by itself, once. */
  readonly oneShot: boolean;
  /**
   * It runs beside the node's own task, at the place of that (`on`) and with its volumes, which both may use. No other task may: a volume is not deleted
   * while either uses it. It has no ports.
   */
  readonly beside?: true;
  readonly command: CommandSpec;
  readonly resources: ResourceSet;
  /** Templates; the runtime fills them with the environment, and what only it knows (ports, paths), when it launches. */
  readonly files: readonly ConfigFile[];
  /** Of this launch alone; wins over the command's own. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Files are filled with these, too, and they stand nowhere else. Such a file can be read by the task's user alone, and is deleted when the task has ended;
   * nothing of them is kept.
   */
  readonly secrets: Secrets;
  /** The volumes by their container path; they outlive the task. */
  readonly volumes: Readonly<Record<string, VolumeRequest>>;
  /** Where it ran before and must run again: its volumes are there. */
  readonly on?: Placement;
  /** Where its node is reached: it is placed so that it has these ports, and has to wait where another program has one of them. */
  readonly identity: Identity;
  /** Where pods of its type may be placed. */
  readonly placementRule: PlacementRule | null;
  /** The agent of the node that it replaces: any other one is better. */
  readonly avoid?: string;
  /** What the pod says of the container that it runs in, where there are containers. */
  readonly container: unknown;
  readonly uris: readonly string[];
  readonly user: string;
  readonly readinessCheck: ReadinessCheckSpec | null;
  readonly healthCheck: HealthCheck | null;
  /** Seconds that it has to end by itself when it is stopped. */
  readonly grace: number;
}

/** How it is seen that a task which runs is alive: by a port of it or by a command. It is the pod spec's `health-check-spec`; times are in seconds. */
export type HealthCheck = HealthCheckTimes & (PortCheck | CommandCheck);

export interface PortCheck {
  /** The port that is asked, by its name. */
  readonly port: string;
  /** Bytes in base64 to which it answers with whatever it likes; without them, and without a path, it is enough that it accepts a connection. */
  readonly send?: string;
  /** A path that it answers over HTTP with a status of success. */
  readonly path?: string;
}

export interface CommandCheck {
  /** Run beside the task, in its folder and with its environment; it ends with 0 where the task is alive. */
  readonly command: string;
}

export interface HealthCheckTimes {
  readonly interval: number;
  readonly timeout: number;
  /** How often in a row no answer comes before the task counts as unhealthy. */
  readonly failures: number;
}

/** A volume of a task. */
export interface VolumeRequest {
  readonly name: string;
  /** Whether a task has run on it. One that has and is missing is never made anew: the task is `failed`, with the volume as `lost`. */
  readonly kept: boolean;
}

/** Which part of what a node has printed is wanted. */
export interface LogRequest {
  readonly node: string;
  /** The name of the task's spec; the one that was launched last where it is not given. */
  readonly task?: string;
  /** How many of the last lines to begin with; everything that is kept where it is not given. */
  readonly tail?: number;
  /** Where to go on, as an earlier excerpt says it; in place of a tail. */
  readonly after?: string;
  /** Seconds to wait for something when there is nothing yet. */
  readonly wait?: number;
  /** Goes on, over later launches too, until the signal. */
  readonly follow?: boolean;
  readonly signal?: AbortSignal;
}

/** A part of what a node has printed. */
export interface LogExcerpt {
  readonly bytes: AsyncIterable<Uint8Array>;
  /** What to send as `after` to go on behind it; absent where it has no end, or nothing was ever printed. */
  readonly next?: string;
}

/** Where a task landed; the runtime decides. */
export interface Placement {
  readonly agent: string;
  readonly hostname: string;
  readonly addresses: readonly string[];
  /** By the names of the spec's ports. */
  readonly ports: Readonly<Record<string, number>>;
  /** The process, where there is one. */
  readonly pid?: number;
}

/** What was last heard of a task. */
export type TaskState = {
  readonly taskId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
} /** It cannot run yet: there is no room, its port is taken, its image is on its way. */ & (
  | { readonly state: "waiting"; readonly reason: string }
  /** With a reason while it does not answer its health check, told each time that it does not. What follows from that is not the runtime's business. */
  | { readonly state: "running"; readonly placement: Placement; readonly unhealthy?: string }
  /** It ended by itself, as it should. */
  | ({ readonly state: "finished" } & Ran)
  /** It was told to end. */
  | ({ readonly state: "stopped" } & Ran)
  /** It ended, and should not have; or it cannot run, because a volume that it kept is missing. */
  | ({ readonly state: "failed"; readonly reason: string; readonly lost?: string } & Ran)
);

/** Whether a task that has ended ever ran. */
export interface Ran {
  /** Where it ran; absent where it never did. It may have ended before anyone heard that it runs, and what it wrote is on its volumes. */
  readonly ran?: Placement;
}
