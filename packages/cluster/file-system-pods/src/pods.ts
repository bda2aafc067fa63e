import type { FileSystemDefinition, FileSystemPod } from "@reeve/orchestrator/engine";
import { avoid, type Port, resourceSet } from "@reeve/orchestrator/engine";
import type { CommandSpec, ConfigFile, PodSpec, TaskSpec } from "@reeve/scheduler-models";
import { METRICS_TEMPLATE } from "./documents.ts";

interface Shape {
  /** The template flag that includes the sections for this pod type in the configuration documents. */
  readonly section?: string;
  readonly ports: readonly (readonly [name: string, variable: string])[];
  /** The path of the volume; absent if the pod keeps no data. */
  readonly path?: string;
  /** A pod is never placed on an agent that runs a pod of this type, or another pod of its own type. */
  readonly avoids: FileSystemPod;
  /** Tasks that run once before the daemon starts. */
  readonly once: readonly string[];
}

const shapes: Readonly<Record<FileSystemPod, Shape>> = {
  journal: {
    section: "JOURNALNODE",
    ports: [
      ["journal-rpc", "JOURNAL_NODE_RPC_PORT"],
      ["journal-http", "JOURNAL_NODE_HTTP_PORT"],
    ],
    path: "journal-data",
    avoids: "name",
    once: [],
  },
  name: {
    section: "NAMENODE",
    ports: [
      ["name-rpc", "NAME_NODE_RPC_PORT"],
      ["name-http", "NAME_NODE_HTTP_PORT"],
    ],
    path: "name-data",
    avoids: "journal",
    once: ["format", "bootstrap"],
  },
  fc: { ports: [], avoids: "data", once: ["format"] },
  data: {
    section: "DATANODE",
    ports: [
      ["data-rpc", "DATA_NODE_RPC_PORT"],
      ["data-http", "DATA_NODE_HTTP_PORT"],
      ["data-ipc", "DATA_NODE_IPC_PORT"],
    ],
    path: "data-data",
    avoids: "fc",
    once: [],
  },
};

/** The pod types in the order of the rollout. */
export const fileSystemPodTypes: readonly FileSystemPod[] = ["journal", "name", "fc", "data"];

/** The parts of the pods in the API document that differ between engines. */
export interface FileSystemEngineParts {
  /** Returns the environment of all tasks, with the flags that enable the given sections. */
  environment(sections: readonly string[]): Readonly<Record<string, string>>;
  command(type: FileSystemPod, task: string, environment: Readonly<Record<string, string>>): CommandSpec;
  /** Returns the health check of a daemon; null if there is none. */
  healthCheck(type: FileSystemPod): TaskSpec["health-check-spec"];
  /** The command that checks whether a name node is ready. */
  readonly readiness: string;
  readonly coreSite: string;
  fsSite(type: FileSystemPod, task: string): string;
  /** Returns additional files for the tasks of a pod. */
  files(type: FileSystemPod): readonly ConfigFile[];
  /** Whether each pod of the type has its own address. */
  ownAddress(type: FileSystemPod): boolean;
}

/** Makes the pod specs of a file system from its definition. The API document describes these pods. */
export function fileSystemPods(definition: FileSystemDefinition, parts: FileSystemEngineParts): readonly PodSpec[] {
  return fileSystemPodTypes.map((type) => podSpec(type, definition, parts));
}

function podSpec(type: FileSystemPod, definition: FileSystemDefinition, parts: FileSystemEngineParts): PodSpec {
  const { section, ports, path, avoids, once } = shapes[type];
  const { count, cpus, mem, disk } = definition.pods[type];
  const environment = parts.environment(section ? [section] : []);
  const numbered = ports.map(([name, variable]): Port => ({ name, number: Number(environment[variable]), variable }));
  // All tasks of a pod share one resource set and therefore one volume, so the daemon uses the volume that the one-shot tasks have
  // formatted.
  const resources = resourceSet(
    `${type}-resources`,
    { cpus, mem, ports: numbered, ...(path !== undefined && { volume: { size: disk, type: "ROOT", path } }) },
    definition,
  );
  const taskSpec = (name: string): TaskSpec => ({
    name,
    goal: name === "node" ? "RUNNING" : "FINISHED",
    "resource-set": resources,
    "command-spec": parts.command(type, name, environment),
    "health-check-spec": name === "node" ? parts.healthCheck(type) : null,
    "readiness-check-spec": type === "name" && name === "node" ? { command: parts.readiness, delay: 0, interval: 5, timeout: 60 } : null,
    "config-files": configFiles(type, name, parts),
  });
  return {
    type,
    user: definition.user === "" ? null : definition.user,
    count,
    container: null,
    uris: definition.uris ?? [],
    ...(parts.ownAddress(type) && { "own-address": true }),
    "task-specs": ["node", ...once].map(taskSpec),
    "placement-rule": avoid(type, avoids),
  };
}

function configFiles(type: FileSystemPod, task: string, parts: FileSystemEngineParts): readonly ConfigFile[] {
  return [
    file("core-site", "etc/core-site.xml", parts.coreSite),
    file(task === "bootstrap" ? "fs-bootstrap-site" : "fs-site", "etc/fs-site.xml", parts.fsSite(type, task)),
    ...parts.files(type),
    ...(task === "node" ? [file("hadoop-metrics2", "etc/hadoop-metrics2.properties", METRICS_TEMPLATE)] : []),
  ];
}

const file = (name: string, path: string, content: string): ConfigFile => ({ name, "relative-path": path, "template-content": content });
