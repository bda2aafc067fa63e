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

/** The values that the templates need besides variables. */
type Shape = Pick<HdfsDefinition, "pods" | "engineConfiguration">;

/** The file beside the images of a name node that lists the data nodes to decommission. */
export const EXCLUDED = "excluded-data-nodes";

/**
 * The document that a name node finds on its class path: only there does it look for the list when it is to read it again. Everything else is in
 * the documents that it is given.
 */
export const exclusionFile: ConfigFile = {
  name: "exclusion-site",
  "relative-path": "etc/class-path/hdfs-site.xml",
  "template-content": siteDocument([["dfs.hosts.exclude", `{{MESOS_SANDBOX}}/name-data/${EXCLUDED}`]]),
};

/** Milliseconds after which the failover controller of a name node that hangs or was killed loses its session. */
const SESSION = 5000;

export function coreSiteTemplate({ engineConfiguration }: Pick<Shape, "engineConfiguration">): string {
  return siteDocument([...coreSiteEntries, ...given(engineConfiguration.core)]);
}

/** The hdfs-site document of a pod, or with `client` the one for clients. */
export function fsSiteTemplate(of: FileSystemPod | "client", { pods, engineConfiguration }: Shape): string {
  return siteDocument([
    ...fsSiteEntries({
      names: Array.from({ length: pods.name.count }, (_, index) => ({
        rpc: `{{NAME_${index}_RPC}}`,
        http: `{{NAME_${index}_HTTP}}`,
        // A failover controller listens at the address of its name node, where the other one expects it.
        bindHost: of === "fc" ? `{{NAME_${index}_HOST}}` : OWN_HOST,
      })),
      journals: JOURNALS,
      coordinators: "{{COORDINATORS}}",
      ownHost: OWN_HOST,
      // Pods read no files themselves, and a data node with a socket path does not start without a native library.
      forClients: of === "client",
    }),
    ...(of === "client" ? [] : forPods[of]),
    // Clients request three replicas of each block by default.
    ...(pods.data.count < 3 ? [["dfs.replication", String(pods.data.count)] as const] : []),
    ...given(engineConfiguration.hdfs),
  ]);
}

const OWN_HOST = "{{MESOS_CONTAINER_IP}}";
const JOURNALS = "{{JOURNALS}}";

/** The id of this name node and the addresses of the failover controllers, which share those of the name nodes. */
const ofNameNode: readonly SiteProperty[] = [
  ["dfs.ha.namenode.id", "name-{{POD_INSTANCE_INDEX}}-node"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-0-node", "{{FC_0_PORT}}"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-1-node", "{{FC_1_PORT}}"],
];

const forPods: Readonly<Record<FileSystemPod, readonly SiteEntry[]>> = {
  // A journal on a new volume fetches the edits from the others. A returning one must not: it would have a finished copy of its current
  // segment beside its own, and would no longer answer name nodes that read edits.
  journal: [
    sharedEdits({ journals: JOURNALS }),
    ["dfs.journalnode.enable.sync", "{{FETCH_EDITS}}"],
    ["dfs.journalnode.enable.sync.format", "{{FETCH_EDITS}}"],
  ],
  name: [
    ...ofNameNode,
    // Seconds between two checks of the data nodes being decommissioned; the default is 30.
    ["dfs.namenode.decommission.interval", "5"],
    // By default it waits 30 s for more blocks after all are reported.
    ["dfs.namenode.safemode.extension", "1000"],
    // A replica that was assigned to a data node which has just stopped is assigned again after this time; the default is five minutes.
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
