import {
  coreSiteEntries,
  escapedForSite,
  type FileSystemPod,
  fsSiteEntries,
  type SiteEntry,
  type SiteProperty,
  type SoftwareSettings,
  sharedEdits,
  siteDocument,
} from "@reeve/orchestrator";
import type { ConfigFile } from "@reeve/scheduler-models";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";

/** The values that templates need in addition to the variables. */
type Shape = Pick<HdfsDefinition, "pods" | "engineConfiguration">;

/** The name of the file with the data nodes to decommission. It is next to the images of a name node. */
export const EXCLUDED = "excluded-data-nodes";

/**
 * The document with the path of the list of data nodes to decommission. It has to be on the class path, because a name node that rereads
 * the list looks only there. All other settings are in the other documents.
 */
export const exclusionFile: ConfigFile = {
  name: "exclusion-site",
  "relative-path": "etc/class-path/hdfs-site.xml",
  "template-content": siteDocument([["dfs.hosts.exclude", `{{MESOS_SANDBOX}}/name-data/${EXCLUDED}`]]),
};

/** Session timeout in milliseconds, after which the failover controller of a killed or hanging name node loses its role. */
const SESSION = 5000;

export function coreSiteTemplate({ engineConfiguration }: Pick<Shape, "engineConfiguration">): string {
  return siteDocument([...coreSiteEntries, ...given(engineConfiguration.core)]);
}

/** The hdfs-site document of a pod, or of clients. */
export function fsSiteTemplate(of: FileSystemPod | "client", { pods, engineConfiguration }: Shape): string {
  return siteDocument([
    ...fsSiteEntries({
      names: Array.from({ length: pods.name.count }, (_, index) => ({
        rpc: `{{NAME_${index}_RPC}}`,
        http: `{{NAME_${index}_HTTP}}`,
        // A failover controller listens at its name node's address, where the other failover controller expects it.
        bindHost: of === "fc" ? `{{NAME_${index}_HOST}}` : OWN_HOST,
      })),
      journals: JOURNALS,
      coordinators: "{{COORDINATORS}}",
      ownHost: OWN_HOST,
      // Only clients get the path of a domain socket. Pods read no files, and a data node with such a path does not start without a native
      // library.
      forClients: of === "client",
    }),
    ...(of === "client" ? [] : forPods[of]),
    // Clients request three replicas of each block by default, which fewer than three data nodes cannot store.
    ...(pods.data.count < 3 ? [["dfs.replication", String(pods.data.count)] as const] : []),
    ...given(engineConfiguration.hdfs),
  ]);
}

const OWN_HOST = "{{MESOS_CONTAINER_IP}}";
const JOURNALS = "{{JOURNALS}}";

/** The id of the name node, and the ports of both failover controllers, which use the addresses of the name nodes. */
const ofNameNode: readonly SiteProperty[] = [
  ["dfs.ha.namenode.id", "name-{{POD_INSTANCE_INDEX}}-node"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-0-node", "{{FC_0_PORT}}"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-1-node", "{{FC_1_PORT}}"],
];

const forPods: Readonly<Record<FileSystemPod, readonly SiteEntry[]>> = {
  // Each journal copies the finished segments that it lacks from the other journals. A journal on a new volume first copies the format of
  // the other journals.
  journal: [
    sharedEdits({ journals: JOURNALS }),
    ["dfs.journalnode.enable.sync", "true"],
    ["dfs.journalnode.enable.sync.format", "{{FETCH_FORMAT}}"],
    // Milliseconds between two comparisons with another journal; the default is two minutes.
    ["dfs.journalnode.sync.interval", "2000"],
  ],
  name: [
    ...ofNameNode,
    // The time between two reads of new edits by the standby name node (the default is one minute). Only one journal may restart until the
    // standby has read them.
    ["dfs.ha.tail-edits.period", "5s"],
    // Seconds between two rounds in which missing replicas are made (the default is 3). Each round copies at most a dozen blocks.
    ["dfs.namenode.redundancy.interval.seconds", "1"],
    // The number of replicas that a data node sends at the same time, and the maximum for urgent ones (the defaults are 2 and 4). They are
    // assigned with heartbeats, every three seconds: with the defaults, only one replica per second is made in place of a replaced node's.
    ["dfs.namenode.replication.max-streams", "20"],
    ["dfs.namenode.replication.max-streams-hard-limit", "40"],
    // Seconds between two checks of the data nodes that are being decommissioned (the default is 30).
    ["dfs.namenode.decommission.interval", "5"],
    // Milliseconds for which the name node stays in safe mode after all blocks have been reported (the default is 30 s).
    ["dfs.namenode.safemode.extension", "1000"],
    // Seconds after which another data node gets the task to make a replica, because the first one may have stopped (the default is five
    // minutes).
    ["dfs.namenode.reconstruction.pending.timeout-sec", "15"],
    ["dfs.namenode.stale.datanode.interval", "12000"],
    ["dfs.namenode.avoid.read.stale.datanode", "true"],
    ["dfs.namenode.avoid.write.stale.datanode", "true"],
  ],
  fc: [...ofNameNode, ["ha.zookeeper.session-timeout.ms", String(SESSION)]],
  data: [],
};

function given(settings: SoftwareSettings): readonly SiteProperty[] {
  return Object.entries(settings).map(([name, value]) => [name, escapedForSite(String(value))]);
}
