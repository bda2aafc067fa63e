import {
  type CommandSpec,
  type ConfigFile,
  formatNodeId,
  type PlacementRule,
  type PodSpec,
  type ResourceSet,
  type ResourceSpec,
  type TaskSpec,
  type VolumeSpec,
} from "@reeve/scheduler-models";

/** A pod spec in the configuration's format, from what differs between pods. Without `placement`, the pods run on any agent. */
export function podSpec(
  { user }: { readonly user: string },
  { type, count, uris = [], ownAddress, tasks, placement = null }: Pod,
): PodSpec {
  return {
    type,
    user: user === "" ? null : user,
    count,
    container: null,
    uris,
    ...(ownAddress && { "own-address": true }),
    "task-specs": tasks,
    "placement-rule": placement,
  };
}

interface Pod extends Pick<PodSpec, "type" | "count"> {
  readonly uris?: readonly string[];
  /** Whether each pod has an address of its own. */
  readonly ownAddress?: boolean;
  readonly tasks: readonly TaskSpec[];
  readonly placement?: PlacementRule | null;
}

/** The spec of a task in the configuration's format. By default, the task is the one that keeps running, and has no checks. */
export function taskSpec({ name = "node", goal = "RUNNING", resources, command, healthCheck = null, files }: Task): TaskSpec {
  return {
    name,
    goal,
    "resource-set": resources,
    "command-spec": command,
    "health-check-spec": healthCheck,
    "readiness-check-spec": null,
    "config-files": files,
  };
}

interface Task extends Partial<Pick<TaskSpec, "name" | "goal">> {
  readonly resources: ResourceSet;
  readonly command: CommandSpec;
  readonly healthCheck?: TaskSpec["health-check-spec"];
  readonly files: readonly ConfigFile[];
}

/** A port of a task: its name, its number (0: the runtime chooses) and the variable that contains it. */
export interface Port {
  readonly name: string;
  readonly number: number;
  readonly variable: string;
}

/** The resources that a task needs; sizes in MB. */
export interface Resources {
  readonly cpus: number;
  readonly mem: number;
  readonly ports?: readonly Port[];
  readonly volume?: { readonly size: number; readonly type: string; readonly path: string };
}

/** A task's resources in the configuration's format. */
export function resourceSet(id: string, { cpus, mem, ports = [], volume }: Resources, { role, principal }: Owner): ResourceSet {
  const owner = { role, principal };
  const scalarSpec = (name: string, value: number): ResourceSpec => ({
    "@type": "DefaultResourceSpec",
    name,
    value: scalar(value),
    ...owner,
    envKey: null,
  });
  return {
    id,
    "resource-specifications": [scalarSpec("cpus", cpus), scalarSpec("mem", mem), ...(ports.length > 0 ? [portsSpec(ports, owner)] : [])],
    "volume-specifications": volume ? [volumeSpec(volume, owner)] : [],
    ...owner,
  };
}

interface Owner {
  readonly role: string;
  readonly principal: string;
}

function portsSpec(ports: readonly Port[], owner: Owner): ResourceSpec {
  return {
    "@type": "PortsSpec",
    name: "ports",
    value: ranges(ports.map(({ number }) => number)),
    ...owner,
    envKey: null,
    "port-specs": ports.map(({ name, number, variable }) => ({
      "@type": "PortSpec",
      name: "ports",
      "port-name": name,
      value: ranges([number]),
      ...owner,
      envKey: variable,
    })),
  };
}

function volumeSpec({ size, type, path }: NonNullable<Resources["volume"]>, owner: Owner): VolumeSpec {
  return { "@type": "DefaultVolumeSpec", type, "container-path": path, name: "disk", value: scalar(size), ...owner, envKey: "DISK_SIZE" };
}

const scalar = (value: number) => ({ type: "SCALAR", scalar: { value }, ranges: null, set: null, text: null });

const ranges = (numbers: readonly number[]) => ({
  type: "RANGES",
  scalar: null,
  ranges: { range: numbers.map((number) => ({ begin: number, end: number })) },
  set: null,
  text: null,
});

/** Returns a rule that places a pod only on agents without pods of these types; without types, on any agent. */
export function avoid(...types: readonly string[]): PlacementRule {
  return {
    "@type": "AndRule",
    rules: types.map((type) => ({ "@type": "TaskTypeRule", type, converter: { "@type": "TaskTypeLabelConverter" }, behavior: "AVOID" })),
  };
}

/** The ids of a pod's nodes. */
export function nodeIdsOf({ type, count }: Pick<PodSpec, "type" | "count">): readonly string[] {
  return Array.from({ length: count }, (_, index) => formatNodeId({ type, index }));
}

/** The name of the task that idles in a paused node. Some runtimes recognise this name, and idle without running a command. */
export const PAUSE = "pause";

/** The spec of a pod's task. The idle task has that of the long-running task, with a command that idles until it is stopped. */
export function taskSpecOf({ "task-specs": specs }: PodSpec, task: string): TaskSpec | undefined {
  if (task !== PAUSE) return specs.find(({ name }) => name === task);
  const idled = specs.find(({ goal }) => goal === "RUNNING");
  return idled && { ...idled, name: PAUSE, "command-spec": { ...idled["command-spec"], value: IDLE } };
}

/** The name by which users know a task: the idle task of a paused node has the name of the long-running task that it replaces. */
export function knownTaskName(spec: PodSpec, task: string): string {
  return (task === PAUSE && spec["task-specs"].find(({ goal }) => goal === "RUNNING")?.name) || task;
}

const IDLE = "while true; do sleep 3600; done";
