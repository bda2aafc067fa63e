import {
  coreSiteEntries,
  fsSiteEntries,
  literalProperty,
  type PodSiteProperty,
  type SiteEntry,
  sharedEdits,
  siteDocument,
  siteSection,
} from "@reeve/file-system-pods";
import { type FileSystemPod, inTemplate, isReference, type SoftwareSettings } from "@reeve/orchestrator/engine";
import type { ConfigFile } from "@reeve/scheduler-models";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";

/** The parts of a definition that templates need, apart from the template variables. */
type Shape = Pick<HdfsDefinition, "pods" | "engineConfiguration">;

/** The name of the file that lists the data nodes to decommission. It is in the folder in which a name node stores its images. */
export const EXCLUDED = "excluded-data-nodes";

/**
 * The document with the path of the file that lists the data nodes to decommission. When a name node reads this list again, it finds the
 * path only in a document on the class path. All other settings are in other documents.
 */
export const exclusionFile: ConfigFile = {
  name: "exclusion-site",
  "relative-path": "etc/class-path/hdfs-site.xml",
  "template-content": siteDocument([["dfs.hosts.exclude", `{{MESOS_SANDBOX}}/name-data/${EXCLUDED}`]]),
};

/** Session timeout in milliseconds. After this time, the failover controller of a killed or hanging name node loses the active role. */
const SESSION = 5000;

/**
 * Milliseconds after which a daemon or client stops connecting to an address (default: 20,000). It then looks up the name again. Until
 * then, it tries the former address of a pod that was started again, where nothing answers.
 */
const CONNECT_TIMEOUT = 3000;

export function coreSiteTemplate({ engineConfiguration }: Pick<Shape, "engineConfiguration">): string {
  return siteDocument([
    ...coreSiteEntries,
    siteSection("STABLE_NAMES", [["ipc.client.connect.timeout", String(CONNECT_TIMEOUT)]]),
    ...given(engineConfiguration.core),
  ]);
}

/** Makes the template of `hdfs-site.xml` for a pod or for clients. */
export function fsSiteTemplate(of: FileSystemPod | "client", { pods, engineConfiguration }: Shape): string {
  return siteDocument([
    ...fsSiteEntries({
      names: Array.from({ length: pods.name.count }, (_, index) => ({
        rpc: `{{NAME_${index}_RPC}}`,
        http: `{{NAME_${index}_HTTP}}`,
        // On one machine, a failover controller listens at its name node's address, because the other one looks for it there.
        bindHost: of === "fc" ? `{{FC_${index}_HOST}}` : OWN_HOST,
      })),
      journals: JOURNALS,
      coordinators: "{{COORDINATORS}}",
      ownHost: OWN_HOST,
      // Only clients get the path of a domain socket. Pods do not need it because they read no files, and a data node with such a path does
      // not start without a native library.
      forClients: of === "client",
    }),
    ...(of === "client" ? [] : forPods[of]),
    // By default, clients request three replicas of each block, which requires three data nodes. With fewer data nodes, clients request as
    // many replicas as there are data nodes.
    ...(pods.data.count < 3 ? [["dfs.replication", String(pods.data.count)] as const] : []),
    ...given(engineConfiguration.hdfs),
  ]);
}

/** The setting for the interval in seconds at which name nodes count under-replicated blocks and have replicas made, and our value. */
export const RECOUNT_INTERVAL = "dfs.namenode.redundancy.interval.seconds";
export const RECOUNT_SECONDS = 1;

const OWN_HOST = "{{MESOS_CONTAINER_IP}}";
const OWN_ID = "{{FRAMEWORK_NAME}}.name-{{POD_INSTANCE_INDEX}}-node";
const JOURNALS = "{{JOURNALS}}";

/** The properties with the id of the name node and with the ports of both failover controllers. */
const ofNameNode: readonly PodSiteProperty[] = [
  ["dfs.ha.namenode.id", "name-{{POD_INSTANCE_INDEX}}-node"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-0-node", "{{FC_0_PORT}}"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-1-node", "{{FC_1_PORT}}"],
];

const forPods: Readonly<Record<FileSystemPod, readonly SiteEntry[]>> = {
  // Each journal copies the finished segments that it lacks from the other journals. A journal with a new volume is first formatted like
  // another journal.
  journal: [
    sharedEdits({ journals: JOURNALS }),
    ["dfs.journalnode.enable.sync", "true"],
    ["dfs.journalnode.enable.sync.format", "{{FETCH_FORMAT}}"],
    // The interval in milliseconds at which a journal compares its segments with another journal (default: two minutes).
    ["dfs.journalnode.sync.interval", "2000"],
  ],
  name: [
    ...ofNameNode,
    // A name node's own addresses are those at which it was placed.
    [`dfs.namenode.rpc-address.${OWN_ID}`, `${OWN_HOST}:{{NAME_NODE_RPC_PORT}}`],
    [`dfs.namenode.http-address.${OWN_ID}`, `${OWN_HOST}:{{NAME_NODE_HTTP_PORT}}`],
    // The interval at which the standby name node reads new edits (default: one minute). After the restart of a journal, no other journal
    // may restart until the standby has read the new edits.
    ["dfs.ha.tail-edits.period", "5s"],
    // The interval in seconds at which missing replicas are made (default: 3). At most a dozen blocks are copied each time.
    [RECOUNT_INTERVAL, String(RECOUNT_SECONDS)],
    // How many replicas a data node may send at the same time (default: 2), and how many including urgent ones (default: 4). A data node
    // gets new work only with its heartbeats, every three seconds, so with the defaults it takes hours to copy thousands of small files.
    ["dfs.namenode.replication.max-streams", "20"],
    ["dfs.namenode.replication.max-streams-hard-limit", "40"],
    // The interval in seconds at which data nodes that are being decommissioned are checked (default: 30).
    ["dfs.namenode.decommission.interval", "5"],
    // Milliseconds for which the name node stays in safe mode after all blocks have been reported (default: 30,000).
    ["dfs.namenode.safemode.extension", "1000"],
    // Seconds after which another data node is told to make a replica, because the first data node may have stopped (default: five
    // minutes).
    ["dfs.namenode.reconstruction.pending.timeout-sec", "15"],
    ["dfs.namenode.stale.datanode.interval", "12000"],
    ["dfs.namenode.avoid.read.stale.datanode", "true"],
    ["dfs.namenode.avoid.write.stale.datanode", "true"],
  ],
  fc: [...ofNameNode, ["ha.zookeeper.session-timeout.ms", String(SESSION)]],
  // A name node reports its data nodes by host name. If a pod had the host name of its predecessor, the report would contain only one of
  // the two. So the host name is the pod's IP address.
  data: [siteSection("STABLE_NAMES", [["dfs.datanode.hostname", `\${env.OWN_ADDRESS}`]])],
};

function given(settings: SoftwareSettings): readonly SiteEntry[] {
  return Object.entries(settings).map(([name, value]) =>
    isReference(value) ? ([name, inTemplate(name, value, String)] as const) : literalProperty(name, String(value)),
  );
}
