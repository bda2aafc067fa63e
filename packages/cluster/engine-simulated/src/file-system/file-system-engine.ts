import { ReeveError } from "@reeve/contract";
import { coreSiteEntries, fileSystemPods, fsSiteEntries, type SiteEntry, siteDocument, siteValues } from "@reeve/file-system-pods";
import {
  type Cluster,
  type Engine,
  type EngineContext,
  type FileSystemDefinition,
  type FileSystemPod,
  type NodeView,
  notReady,
  READY,
  taskUser,
} from "@reeve/orchestrator/engine";
import { type PodSpec, renderTemplate } from "@reeve/scheduler-models";
import { type SimulatedFileSystem, simulatedEngine, simulatedSettings, variablesOf } from "../settings.ts";
import { openSimulation } from "../world/open-simulation.ts";
import type { Worlds } from "../world/world.ts";
import { mayLoseSimulated, mayStopSimulated, simulatedReadiness, simulatedStatusOf } from "./answers.ts";
import { type Daemons, followDaemons } from "./daemons.ts";

/** The address of a coordination service that does not exist: host names that end in `.invalid` never resolve. */
const COORDINATOR = "coordinator.simulated.invalid:2181";

const daemons: Readonly<Record<FileSystemPod, string>> = {
  journal: "journal-node",
  name: "name-node",
  fc: "failover-controller",
  data: "data-node",
};

/** Creates the engine whose nodes are simulated daemons of a file system. */
export function fileSystemEngine(worlds: Worlds): Engine<SimulatedFileSystem> {
  return {
    ...simulatedEngine,
    kind: "file-system",
    mayShrink: (podType) => (podType === "data" ? READY : notReady("only data nodes can be removed")),
    settings: simulatedSettings["file-system"],
    podSpecs: fileSystemPodSpecs,
    open: async (context) => openFileSystem(context, worlds),
  };
}

function openFileSystem(context: EngineContext<SimulatedFileSystem>, worlds: Worlds): Cluster<"file-system"> {
  const { instance, definition } = context;
  const { store, world, timers } = openSimulation(context, worlds);
  const daemons = followDaemons(store, world, timers, {
    journals: () => definition().pods.journal.count,
    automaticFailover: () => variablesOf(definition()).HA_AUTOMATIC_FAILURE === "true",
  });
  return {
    sequence: (node) => sequenceOf(node, daemons),
    environment: () => ({}),
    before: async (node, change) => (node.podType === "data" && change === "leave" ? daemons.decommission(node.id) : READY),
    ready: async (node) => simulatedReadiness(node, daemons),
    mayStop: async (node) => mayStopSimulated(node, daemons, context),
    mayLose: async (nodes) => mayLoseSimulated(nodes, daemons, context),
    perform: async ({ name }) => {
      throw new ReeveError("bad-input", `unknown work for a file system: ${name}`);
    },
    administration: {
      site: async (document) => servedDocument(document, instance, definition()),
      status: async () => simulatedStatusOf(daemons, definition()),
    },
    async close() {
      daemons.close();
      worlds.close(instance);
    },
  };
}

/**
 * Returns the tasks of a node, in order. The first name node creates the namespace, but only once. A name node that later starts on an
 * empty volume fetches the namespace from the other name node. The first failover controller initialises the failover, also only once.
 */
function sequenceOf({ id, podType, volumes, done }: NodeView, { formats }: Daemons): readonly string[] {
  if (podType === "name") {
    const first = ["format", "bootstrap"].find((task) => done.includes(task));
    const [volume] = Object.values(volumes);
    const makes = id === "name-0" && (!formats.nameSpace() || formats.has(volume));
    return [first ?? (makes ? "format" : "bootstrap"), "node"];
  }
  const places = id === "fc-0" && (!formats.failover() || done.includes("format"));
  return places ? ["format", "node"] : ["node"];
}

/** Returns a configuration document for clients. It is the document of the nodes, with the sections of all daemons. */
function servedDocument(document: "fs-site" | "core-site", instance: string, definition: FileSystemDefinition): string {
  return renderTemplate(siteDocument(document === "fs-site" ? fsSite(definition) : coreSiteEntries), {
    ...fileSystemEnvironment(definition, ["NAMENODE", "JOURNALNODE", "DATANODE"]),
    FRAMEWORK_NAME: instance,
    TASK_USER: taskUser(definition),
    MESOS_SANDBOX: "/mnt/mesos/sandbox",
  });
}

function fileSystemPodSpecs(_instance: string, definition: FileSystemDefinition): readonly PodSpec[] {
  return fileSystemPods(definition, {
    environment: (sections) => fileSystemEnvironment(definition, sections),
    command: (type, task, environment) => ({ value: `reeve-simulated ${daemons[type]}${task === "node" ? "" : ` ${task}`}`, environment }),
    healthCheck: () => null,
    readiness: "reeve-simulated name-node out-of-safe-mode",
    coreSite: siteDocument(coreSiteEntries),
    // The task that fetches the namespace for a standby name node needs the standby's own id.
    fsSite: (_, task) => siteDocument([...(task === "bootstrap" ? [OWN_ID] : []), ...fsSite(definition)]),
    files: () => [],
    ownAddress: () => false,
  });
}

/** Returns the environment variables that every task of a file system gets. The values are escaped for XML. */
function fileSystemEnvironment(
  definition: Pick<FileSystemDefinition, "settings">,
  sections: readonly string[],
): Readonly<Record<string, string>> {
  return siteValues({ ...variablesOf(definition), COORDINATOR }, sections);
}

/** The host name of a node, which is the same on every agent. */
const host = (node: string) => `${node}-node.{{FRAMEWORK_NAME}}.simulated.invalid`;

const OWN_ID = ["dfs.ha.namenode.id", "name-{{POD_INSTANCE_INDEX}}-node"] as const;

function fsSite({ pods }: Pick<FileSystemDefinition, "pods">): readonly SiteEntry[] {
  const hosts = (type: "journal" | "name") => Array.from({ length: pods[type].count }, (_, index) => host(`${type}-${index}`));
  return fsSiteEntries({
    names: hosts("name").map((name) => ({
      rpc: `${name}:{{NAME_NODE_RPC_PORT}}`,
      http: `${name}:{{NAME_NODE_HTTP_PORT}}`,
      bindHost: EVERYWHERE,
    })),
    journals: hosts("journal")
      .map((journal) => `${journal}:{{JOURNAL_NODE_RPC_PORT}}`)
      .join(";"),
    coordinators: "{{COORDINATOR}}",
    ownHost: EVERYWHERE,
    forClients: true,
  });
}

const EVERYWHERE = "0.0.0.0";
