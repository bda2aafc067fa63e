import { ReeveError } from "@reeve/contract";
import {
  type FileSystemVariableName,
  fileSystemPods,
  fileSystemPodTypes,
  fileSystemVariables,
  settingRefused,
  siteValues,
  variableValues,
} from "@reeve/file-system-pods";
import type { FileSystemDefinition, FileSystemPod } from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import { checkHdfsSettings } from "../settings/check-settings.ts";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { daemon, hdfsCommand, loggingFile } from "./command.ts";
import { coordinatorPod } from "./coordinator-pod.ts";
import { coreSiteTemplate, EXCLUDED, exclusionFile, fsSiteTemplate } from "./templates.ts";

/** Variables of the API document that real nodes do not support yet. */
const impossible: ReadonlySet<string> = new Set(["SECURE_MODE", "KERBEROS_PRIMARY", "KERBEROS_REALM"]);

/** The smallest memory in megabytes with which a daemon can start. */
const MIN_MEMORY = 96;

/** Makes the pod specs of a file system from a definition. Refuses a definition whose daemons could not run. */
export function hdfsPodSpecs(_instance: string, definition: HdfsDefinition): readonly PodSpec[] {
  checkHdfsSettings(definition.engineConfiguration);
  for (const type of fileSystemPodTypes) {
    const { mem } = definition.pods[type];
    if (mem < MIN_MEMORY) throw new ReeveError("bad-input", `pods: ${type}: mem is ${mem}, but this pod needs at least ${MIN_MEMORY} MB`);
  }
  const pods = fileSystemPods(definition, {
    environment: (sections) => templateValues(definition, sections),
    command: (type, task, environment) =>
      hdfsCommand(daemon(type, once[`${type} ${task}`] ?? ""), {
        ...definition.pods[type],
        environment,
        before: task === "node" ? (beforeNode[type] ?? "") : "",
        after: type === "name" && task !== "node" ? FLUSH : undefined,
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

/** Returns the values for templates: the variables of a definition, and a flag for each of the given sections. */
export function templateValues(definition: HdfsDefinition, sections: readonly string[]): Readonly<Record<string, string>> {
  return siteValues(variablesOf(definition), sections);
}

const FORCED = "-force -nonInteractive";

/** The arguments of one-shot tasks. They make the daemons run without asking questions. */
const once: Readonly<Record<string, string>> = {
  "name format": `-format ${FORCED} -clusterId "$CLUSTER_ID"`,
  // The bootstrap's own check of the edits is skipped. It would fail after two journals have been restarted, because each of them keeps a
  // segment that it had not finished. The name node itself skips such segments when it reads the edits.
  "name bootstrap": `-bootstrapStandby ${FORCED} -skipSharedEditsCheck`,
  "fc format": `-formatZK ${FORCED}`,
};

/**
 * Name nodes write their first image without flushing it. If the machine lost its power soon afterwards, there would be no other image from
 * which a name node could start. (Not every system's `sync` can flush a single disk.)
 */
const FLUSH = "{ sync -f name-data 2> /dev/null || sync; }";

/** The JMX bean that the health check of a daemon requests. */
const beans: Partial<Readonly<Record<FileSystemPod, string>>> = {
  journal: "JournalNode,name=JournalNodeInfo",
  name: "NameNode,name=NameNodeStatus",
  data: "DataNode,name=DataNodeInfo",
};

/**
 * The pods that have addresses of their own. Data nodes have none, because name nodes take a data node's address from its connection, and
 * on one machine all connections come from the same address. Failover controllers use the addresses of their name nodes.
 */
const ownAddresses: ReadonlySet<FileSystemPod> = new Set(["journal", "name"]);

const beforeNode: Partial<Readonly<Record<FileSystemPod, string>>> = {
  // Creates the file with the data nodes to decommission if it does not exist, because a name node reports an error if this file is
  // missing.
  name: `: >> name-data/${EXCLUDED} || exit 1; export CLASSPATH="$CLASSPATH:etc/class-path"; `,
  // If the coordination service has lost its volumes, it no longer has the file system's registration. So the first failover controller
  // registers the file system again.
  fc: `[ -z "$FORMAT_ANEW" ] || "$JAVA" $JAVA_OPTIONS ${daemon("fc", "-formatZK", FORCED)} || exit 1; `,
  // The IP address of a pod is known only inside the pod.
  data: '[ -z "$STABLE_NAMES" ] || export OWN_ADDRESS="$(hostname -i)"; ',
};

const IS_ACTIVE_OR_STANDBY = `"$JAVA" $JAVA_OPTIONS org.apache.hadoop.hdfs.tools.DFSHAAdmin -conf etc/core-site.xml -conf etc/fs-site.xml -getServiceState "$TASK_NAME"`;

/** Returns the values of all variables. Refuses values that real nodes do not support. */
function variablesOf({ settings }: Pick<FileSystemDefinition, "settings">): Readonly<Record<FileSystemVariableName, string>> {
  for (const [name, value] of Object.entries(settings)) {
    if (impossible.has(name) && value !== false && value !== "false") {
      throw settingRefused(name, "is not supported for real nodes, which run without Kerberos; remove it");
    }
  }
  const possible = Object.fromEntries(Object.entries(settings).filter(([name]) => !impossible.has(name)));
  const all = variableValues({ settings: possible }, fileSystemVariables);
  if (all.HA_AUTOMATIC_FAILURE === "false") {
    throw settingRefused("HA_AUTOMATIC_FAILURE", "is false: without automatic failover no name node would become active");
  }
  return all;
}
