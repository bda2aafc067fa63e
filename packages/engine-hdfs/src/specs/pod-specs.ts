import { ReeveError } from "@reeve/contract";
import { avoid, type FileSystemPod, type Port, resourceSet } from "@reeve/orchestrator";
import type { ConfigFile, PodSpec, TaskSpec } from "@reeve/scheduler-models";
import { checkSettings } from "../settings/check-settings.ts";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { variablesOf } from "../settings/variables.ts";
import { daemon, javaCommand } from "./command.ts";
import { coordinatorPod } from "./coordinator-pod.ts";
import { loggingFile } from "./logging.ts";
import { escaped } from "./site-document.ts";
import { coreSiteTemplate, fsSiteTemplate, metricsTemplate } from "./templates.ts";

/** How the pods of each type differ. */
interface Shape {
  readonly section?: string;
  readonly ports: readonly (readonly [name: string, variable: string])[];
  /** The path of its volume; a pod without one keeps no data. */
  readonly path?: string;
  /** The pod type whose agents it avoids, beside its own. */
  readonly avoids: FileSystemPod;
  /** What its one-shot tasks say to the daemon, by name. */
  readonly once: Readonly<Record<string, string>>;
  /** What the daemon answers over HTTP while it is alive. */
  readonly alive?: { readonly port: string; readonly bean: string };
  /**
   * Whether it has an address of its own. Data nodes have none: name nodes take their address from the connection, and all connections
   * from this machine to itself come from one address. Failover controllers use the address of their name node.
   */
  readonly ownAddress: boolean;
}

const FORCED = "-force -nonInteractive";

const shapes: Readonly<Record<FileSystemPod, Shape>> = {
  journal: {
    section: "JOURNALNODE",
    ports: [
      ["journal-rpc", "JOURNAL_NODE_RPC_PORT"],
      ["journal-http", "JOURNAL_NODE_HTTP_PORT"],
    ],
    path: "journal-data",
    avoids: "name",
    once: {},
    alive: { port: "journal-http", bean: "JournalNode,name=JournalNodeInfo" },
    ownAddress: true,
  },
  name: {
    section: "NAMENODE",
    ports: [
      ["name-rpc", "NAME_NODE_RPC_PORT"],
      ["name-http", "NAME_NODE_HTTP_PORT"],
    ],
    path: "name-data",
    avoids: "journal",
    once: { format: `-format ${FORCED} -clusterId "$CLUSTER_ID"`, bootstrap: `-bootstrapStandby ${FORCED}` },
    alive: { port: "name-http", bean: "NameNode,name=NameNodeStatus" },
    ownAddress: true,
  },
  fc: { ports: [], avoids: "data", once: { format: `-formatZK ${FORCED}` }, ownAddress: false },
  data: {
    section: "DATANODE",
    ports: [
      ["data-rpc", "DATA_NODE_RPC_PORT"],
      ["data-http", "DATA_NODE_HTTP_PORT"],
      ["data-ipc", "DATA_NODE_IPC_PORT"],
    ],
    path: "data-data",
    avoids: "fc",
    once: {},
    alive: { port: "data-http", bean: "DataNode,name=DataNodeInfo" },
    ownAddress: false,
  },
};

/** In the order of the rollout. */
const order: readonly FileSystemPod[] = ["journal", "name", "fc", "data"];

/** Daemons with less memory do not start. */
const LEAST_MEM = 96;

/** The pod specs of a file system, made of a definition. Refuses what cannot run. */
export function hdfsPodSpecs(_instance: string, definition: HdfsDefinition): readonly PodSpec[] {
  checkSettings(definition.engineConfiguration);
  for (const type of order) {
    const { mem } = definition.pods[type];
    if (mem < LEAST_MEM) {
      throw new ReeveError("bad-input", `pods: ${type}: mem is ${mem}: it needs at least ${LEAST_MEM} MB`);
    }
  }
  return [coordinatorPod(definition), ...order.map((type) => podSpec(type, definition))];
}

/** The variables of a definition and the sections of a document, as the templates take them. */
export function templateValues(
  definition: HdfsDefinition,
  sections: readonly string[],
): Readonly<Record<string, string>> {
  const values = Object.entries(variablesOf(definition)).map(([name, value]) => [name, escaped(value)]);
  return { ...Object.fromEntries(values), ...Object.fromEntries(sections.map((flag) => [flag, "true"])) };
}

function podSpec(type: FileSystemPod, definition: HdfsDefinition): PodSpec {
  const { section, ports, path, avoids, once, alive, ownAddress } = shapes[type];
  const { count, cpus, mem, disk } = definition.pods[type];
  const environment = templateValues(definition, section ? [section] : []);
  const numbered = ports.map(([name, variable]): Port => ({ name, number: Number(environment[variable]), variable }));
  // All tasks of a pod share its resources, so the daemon runs on the volume that the one-shot tasks have formatted.
  const resources = resourceSet(
    `${type}-resources`,
    { cpus, mem, ports: numbered, ...(path !== undefined && { volume: { size: disk, type: "ROOT", path } }) },
    definition,
  );
  const taskSpec = (name: string, goal: string, words: string): TaskSpec => ({
    name,
    goal,
    "resource-set": resources,
    "command-spec": javaCommand(daemon(type, words), {
      cpus,
      mem,
      environment,
      before: type === "fc" && name === "node" ? FORMAT_ANEW : "",
    }),
    "health-check-spec":
      alive && name === "node"
        ? {
            port: alive.port,
            path: `/jmx?qry=Hadoop:service=${alive.bean}`,
            interval: 5,
            timeout: 5,
            failures: 8,
          }
        : null,
    "readiness-check-spec":
      type === "name" && name === "node" ? { command: IS_ACTIVE_OR_STANDBY, delay: 0, interval: 5, timeout: 60 } : null,
    "config-files": configFiles(type, name, definition),
  });
  return {
    type,
    user: definition.user === "" ? null : definition.user,
    count,
    container: null,
    uris: [],
    ...(ownAddress && { "own-address": true }),
    "task-specs": [
      taskSpec("node", "RUNNING", ""),
      ...Object.entries(once).map(([name, words]) => taskSpec(name, "FINISHED", words)),
    ],
    "placement-rule": avoid(type, avoids),
  };
}

/** A coordination service that has lost its volumes does not know the file system; its first failover controller makes it known again. */
const FORMAT_ANEW = `[ -z "$FORMAT_ANEW" ] || "$JAVA" $JAVA_OPTIONS ${daemon("fc", "-formatZK", FORCED)} || exit 1; `;

const IS_ACTIVE_OR_STANDBY = `"$JAVA" $JAVA_OPTIONS org.apache.hadoop.hdfs.tools.DFSHAAdmin -conf etc/core-site.xml -conf etc/fs-site.xml -getServiceState "$TASK_NAME"`;

function configFiles(type: FileSystemPod, task: string, definition: HdfsDefinition): readonly ConfigFile[] {
  const fsSite = file(
    task === "bootstrap" ? "fs-bootstrap-site" : "fs-site",
    "etc/fs-site.xml",
    fsSiteTemplate(type, definition),
  );
  const files = [file("core-site", "etc/core-site.xml", coreSiteTemplate(definition)), fsSite, loggingFile];
  if (task !== "node") return files;
  return [...files, file("hadoop-metrics2", "etc/hadoop-metrics2.properties", metricsTemplate())];
}

const file = (name: string, path: string, content: string): ConfigFile => ({
  name,
  "relative-path": path,
  "template-content": content,
});
