import { ReeveError } from "@reeve/contract";
import { escapedForSite, type FileSystemPod, fileSystemPods, fileSystemPodTypes } from "@reeve/orchestrator";
import type { PodSpec } from "@reeve/scheduler-models";
import { checkSettings } from "../settings/check-settings.ts";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { variablesOf } from "../settings/variables.ts";
import { daemon, javaCommand } from "./command.ts";
import { coordinatorPod } from "./coordinator-pod.ts";
import { loggingFile } from "./logging.ts";
import { coreSiteTemplate, EXCLUDED, exclusionFile, fsSiteTemplate } from "./templates.ts";

/** Daemons with less memory do not start. */
const MIN_MEMORY = 96;

/** The pod specs of a file system, made of a definition. Refuses what cannot run. */
export function hdfsPodSpecs(_instance: string, definition: HdfsDefinition): readonly PodSpec[] {
  checkSettings(definition.engineConfiguration);
  for (const type of fileSystemPodTypes) {
    const { mem } = definition.pods[type];
    if (mem < MIN_MEMORY) {
      throw new ReeveError("bad-input", `pods: ${type}: mem is ${mem}: it needs at least ${MIN_MEMORY} MB`);
    }
  }
  const pods = fileSystemPods(definition, {
    environment: (sections) => templateValues(definition, sections),
    command: (type, task, environment) =>
      javaCommand(daemon(type, once[`${type} ${task}`] ?? ""), {
        ...definition.pods[type],
        environment,
        before: task === "node" ? (beforeNode[type] ?? "") : "",
      }),
    healthCheck: (type) => {
      const alive = beans[type];
      if (!alive) return null;
      const path = `/jmx?qry=Hadoop:service=${alive}`;
      return { port: `${type}-http`, path, interval: 5, timeout: 5, failures: 8 };
    },
    readiness: IS_ACTIVE_OR_STANDBY,
    coreSite: coreSiteTemplate(definition),
    fsSite: (type) => fsSiteTemplate(type, definition),
    files: (type) => [loggingFile, ...(type === "name" ? [exclusionFile] : [])],
    ownAddress: (type) => ownAddresses.has(type),
  });
  return [coordinatorPod(definition), ...pods];
}

/** The variables of a definition and the sections of a document, in the form that the templates take. */
export function templateValues(
  definition: HdfsDefinition,
  sections: readonly string[],
): Readonly<Record<string, string>> {
  const values = Object.entries(variablesOf(definition)).map(([name, value]) => [name, escapedForSite(value)]);
  return { ...Object.fromEntries(values), ...Object.fromEntries(sections.map((flag) => [flag, "true"])) };
}

const FORCED = "-force -nonInteractive";

/** The answers of the one-shot tasks to the daemon's questions. */
const once: Readonly<Record<string, string>> = {
  "name format": `-format ${FORCED} -clusterId "$CLUSTER_ID"`,
  "name bootstrap": `-bootstrapStandby ${FORCED}`,
  "fc format": `-formatZK ${FORCED}`,
};

/** The HTTP path that a daemon answers while it is alive. */
const beans: Partial<Readonly<Record<FileSystemPod, string>>> = {
  journal: "JournalNode,name=JournalNodeInfo",
  name: "NameNode,name=NameNodeStatus",
  data: "DataNode,name=DataNodeInfo",
};

/**
 * The pods with an address of their own. Data nodes have none: name nodes take a data node's address from its connection, and on one
 * machine all connections come from the same address. Failover controllers use the address of their name node.
 */
const ownAddresses: ReadonlySet<FileSystemPod> = new Set(["journal", "name"]);

const beforeNode: Partial<Readonly<Record<FileSystemPod, string>>> = {
  // A missing list would be reported as an error.
  name: `: >> name-data/${EXCLUDED} || exit 1; export CLASSPATH="$CLASSPATH:etc/class-path"; `,
  // A coordination service without its volumes does not know the file system; the first failover controller registers it again.
  fc: `[ -z "$FORMAT_ANEW" ] || "$JAVA" $JAVA_OPTIONS ${daemon("fc", "-formatZK", FORCED)} || exit 1; `,
};

const IS_ACTIVE_OR_STANDBY = `"$JAVA" $JAVA_OPTIONS org.apache.hadoop.hdfs.tools.DFSHAAdmin -conf etc/core-site.xml -conf etc/fs-site.xml -getServiceState "$TASK_NAME"`;
