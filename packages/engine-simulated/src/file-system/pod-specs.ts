import { avoid, type FileSystemDefinition, type FileSystemPod, type Port, resourceSet } from "@reeve/orchestrator";
import type { ConfigFile, PodSpec, TaskSpec } from "@reeve/scheduler-models";
import { fileSystemEnvironment } from "./environment.ts";
import { bootstrapSiteTemplate, coreSiteTemplate, fsSiteTemplate, metricsTemplate } from "./templates.ts";

/** How the pods of each type differ. */
interface Shape {
  readonly section?: string;
  readonly ports: readonly (readonly [name: string, variable: string])[];
  /** The path of its volume; a pod without one keeps no data. */
  readonly path?: string;
  /** The pod type whose agents it avoids, beside its own. */
  readonly avoids: FileSystemPod;
  readonly command: string;
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
    command: "journal-node",
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
    command: "name-node",
    once: ["format", "bootstrap"],
  },
  fc: { ports: [], avoids: "data", command: "failover-controller", once: ["format"] },
  data: {
    section: "DATANODE",
    ports: [
      ["data-rpc", "DATA_NODE_RPC_PORT"],
      ["data-http", "DATA_NODE_HTTP_PORT"],
      ["data-ipc", "DATA_NODE_IPC_PORT"],
    ],
    path: "data-data",
    avoids: "fc",
    command: "data-node",
    once: [],
  },
};

/** In the order of the rollout. */
const order: readonly FileSystemPod[] = ["journal", "name", "fc", "data"];

/** The pod specs of a file system, made of a definition. */
export function fileSystemPodSpecs(_instance: string, definition: FileSystemDefinition): readonly PodSpec[] {
  return order.map((type) => podSpec(type, definition));
}

function podSpec(type: FileSystemPod, definition: FileSystemDefinition): PodSpec {
  const { section, ports, path, avoids, command, once } = shapes[type];
  const { count, cpus, mem, disk } = definition.pods[type];
  const environment = fileSystemEnvironment(definition, section ? [section] : []);
  const numbered = ports.map(([name, variable]): Port => ({ name, number: Number(environment[variable]), variable }));
  // All tasks of a pod share its resources, so the daemon runs on the volume that the one-shot tasks have formatted.
  const resources = resourceSet(
    `${type}-resources`,
    { cpus, mem, ports: numbered, ...(path !== undefined && { volume: { size: disk, type: "ROOT", path } }) },
    definition,
  );
  const taskSpec = (name: string): TaskSpec => ({
    name,
    goal: name === "node" ? "RUNNING" : "FINISHED",
    "resource-set": resources,
    "command-spec": {
      value: name === "node" ? `reeve-simulated ${command}` : `reeve-simulated ${command} ${name}`,
      environment,
    },
    "health-check-spec": null,
    "readiness-check-spec":
      type === "name" && name === "node"
        ? { command: "reeve-simulated name-node out-of-safe-mode", delay: 0, interval: 5, timeout: 60 }
        : null,
    "config-files": configFiles(name, definition),
  });
  return {
    type,
    user: definition.user === "" ? null : definition.user,
    count,
    container: null,
    uris: [],
    "task-specs": ["node", ...once].map(taskSpec),
    "placement-rule": avoid(type, avoids),
  };
}

function configFiles(task: string, { pods }: FileSystemDefinition): readonly ConfigFile[] {
  const shape = { journals: pods.journal.count, names: pods.name.count };
  const coreSite = file("core-site", "etc/core-site.xml", coreSiteTemplate());
  if (task === "bootstrap") {
    return [coreSite, file("fs-bootstrap-site", "etc/fs-site.xml", bootstrapSiteTemplate(shape))];
  }
  const fsSite = file("fs-site", "etc/fs-site.xml", fsSiteTemplate(shape));
  if (task !== "node") return [coreSite, fsSite];
  return [coreSite, fsSite, file("hadoop-metrics2", "etc/hadoop-metrics2.properties", metricsTemplate())];
}

const file = (name: string, path: string, content: string): ConfigFile => ({
  name,
  "relative-path": path,
  "template-content": content,
});
