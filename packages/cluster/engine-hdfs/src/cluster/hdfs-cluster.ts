import { ReeveError } from "@reeve/contract";
import type { FileSystemStatus } from "@reeve/file-system-models";
import { javaEnvironment, type Provisioner } from "@reeve/java-software";
import { type Cluster, type EngineContext, READY, taskUser, withoutSecrets } from "@reeve/orchestrator/engine";
import { renderTemplate } from "@reeve/scheduler-models";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { templateValues } from "../specs/pod-specs.ts";
import { coreSiteTemplate, fsSiteTemplate, RECOUNT_INTERVAL, RECOUNT_SECONDS } from "../specs/templates.ts";
import { followBlocks } from "./blocks.ts";
import { openCalls } from "./calls.ts";
import { openExclusionLists } from "./exclusion-lists.ts";
import { openFormats } from "./formats.ts";
import { openEditRolls } from "./journals.ts";
import { mayStartData } from "./leaving.ts";
import { mayLoseDaemons } from "./losing.ts";
import { type HdfsMembers, hdfsMembersOf, type PodType } from "./members.ts";
import { activeOf, askNames, heardOf } from "./name-nodes.ts";
import { coordinatorsOf, peersOf } from "./peers.ts";
import { readyDaemon } from "./readiness.ts";
import { beforeChange, mayStopDaemon } from "./stopping.ts";

const SECONDS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600, d: 86_400 };

/** Timeout in milliseconds for asking all name nodes for their status. */
const STATUS = 5000;

/** Opens the administration of one file system. */
export function openHdfsCluster(context: EngineContext<HdfsDefinition>, provisioner: Provisioner): Cluster<"file-system"> {
  const { instance, store, clock, definition } = context;
  const members = hdfsMembersOf(context);
  const formats = openFormats(store, members);
  const calls = openCalls(instance, members, definition);
  const rolls = openEditRolls(calls);
  const lists = openExclusionLists(context);
  const recountInterval = () => secondsIn(definition().engineConfiguration.hdfs[RECOUNT_INTERVAL]) ?? RECOUNT_SECONDS;
  const blocks = followBlocks({ clock, members, calls, recountInterval });
  const request = { members, calls, formats, rolls, lists, blocks };
  const released = provisioner.need();

  return {
    sequence: formats.sequence,
    environment: ({ podType }, task) => ({
      ...peersOf(podType as PodType, members),
      ...(podType === "name" && task === "format" && { CLUSTER_ID: formats.clusterId() }),
    }),
    prepare: async (node, _task, { report, image }) => ({
      ...(image ? {} : javaEnvironment(await provisioner.prepare({ report }))),
      ...(node.podType === "journal" && { FETCH_FORMAT: String(formats.lacksEdits(node)) }),
      FORMAT_ANEW: node.id === "fc-0" && formats.isForgotten() ? "true" : "",
    }),
    mayStart: async (node, signal) => (node.podType === "data" ? mayStartData(node, request, signal) : READY),
    ready: (node, signal) => readyDaemon(node, request, signal),
    before: (node, change, signal) => beforeChange(node, change, request, signal),
    mayStop: (node, signal) => mayStopDaemon(node, request, signal),
    mayLose: (nodes, signal) => mayLoseDaemons(nodes, request, signal),
    perform: async ({ name }) => {
      throw new ReeveError("bad-input", `unknown work for a file system: ${name}`);
    },
    administration: {
      site: async (document) => clientDocument(document, definition(), instance, members),
      status: () => fileSystemStatusOf(members, AbortSignal.timeout(STATUS)),
      coordinator: () => coordinatorsOf(members),
    },
    close: async () => released(),
  };
}

/** Returns the seconds of a setting, which is a number of seconds or has a unit, such as `500ms`; undefined if it is neither. */
export function secondsIn(value: unknown): number | undefined {
  const [, digits, unit = "s"] = /^(\d+)([a-z]+)?$/.exec(String(value).trim().toLowerCase()) ?? [];
  const seconds = SECONDS[unit];
  return digits === undefined || seconds === undefined ? undefined : Number(digits) * seconds;
}

/** Returns the status of the file system, as its name nodes report it. */
export async function fileSystemStatusOf(members: HdfsMembers, signal: AbortSignal): Promise<FileSystemStatus> {
  const names = await askNames(members, signal);
  const active = activeOf(names);
  const stateOf = (id: string) => names.find(({ node }) => node.id === id)?.state ?? null;
  return {
    active: active?.node.id ?? null,
    name_nodes: Object.fromEntries(members.all("name").map(({ id }) => [id, stateOf(id)])),
    safe_mode: active?.safeMode || null,
    data_nodes: active ? { live: heardOf(active.dataNodes).length, decommissioning: active.decommissioning.size } : null,
    space: active?.space ?? null,
    blocks: active ? { all: active.blocks, under_replicated: active.low, missing: active.missing } : null,
  };
}

/** Returns a document as nodes get it, but without secrets, with all sections, and with addresses that clients can reach. */
function clientDocument(document: "fs-site" | "core-site", definition: HdfsDefinition, instance: string, members: HdfsMembers): string {
  const { core, hdfs } = definition.engineConfiguration;
  const engineConfiguration = { core: withoutSecrets(core), hdfs: withoutSecrets(hdfs) };
  const shown = { ...definition, engineConfiguration };
  const template = document === "fs-site" ? fsSiteTemplate("client", shown) : coreSiteTemplate(shown);
  return renderTemplate(template, {
    ...templateValues(definition, ["NAMENODE", "JOURNALNODE", "DATANODE"]),
    ...peersOf("name", members),
    FRAMEWORK_NAME: instance,
    TASK_USER: taskUser(definition),
    MESOS_SANDBOX: "/mnt/mesos/sandbox",
    // The address on which pods listen. Clients do not use it, but the template needs a value.
    MESOS_CONTAINER_IP: "0.0.0.0",
  });
}
