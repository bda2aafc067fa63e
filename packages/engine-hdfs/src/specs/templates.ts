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
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";

/** What the templates need beside variables. */
type Shape = Pick<HdfsDefinition, "pods" | "engineConfiguration">;

/** Milliseconds after which the failover controller of a name node that hangs, or was killed, loses the lead. */
const SESSION = 5000;

export function coreSiteTemplate({ engineConfiguration }: Pick<Shape, "engineConfiguration">): string {
  return siteDocument([...coreSiteEntries, ...given(engineConfiguration.core)]);
}

/** The file system's document: the one of a pod, or with `client` the one that clients get. */
export function fsSiteTemplate(of: FileSystemPod | "client", { pods, engineConfiguration }: Shape): string {
  return siteDocument([
    ...fsSiteEntries({
      names: Array.from({ length: pods.name.count }, (_, index) => ({
        rpc: `{{NAME_${index}_RPC}}`,
        http: `{{NAME_${index}_HTTP}}`,
        // A failover controller listens at the address of its name node, where the other one looks for it.
        bindHost: of === "fc" ? `{{NAME_${index}_HOST}}` : OWN_HOST,
      })),
      journals: JOURNALS,
      coordinators: "{{COORDINATORS}}",
      ownHost: OWN_HOST,
      // The pods themselves read no files, and a data node with a socket path does not start without a native library.
      forClients: of === "client",
    }),
    ...(of === "client" ? [] : forPods[of]),
    // Clients ask for three copies of each block unless they are told otherwise.
    ...(pods.data.count < 3 ? [["dfs.replication", String(pods.data.count)] as const] : []),
    ...given(engineConfiguration.hdfs),
  ]);
}

const OWN_HOST = "{{MESOS_CONTAINER_IP}}";
const JOURNALS = "{{JOURNALS}}";

/** Which name node this is, and where the failover controllers are, which share the addresses of the name nodes. */
const ofNameNode: readonly SiteProperty[] = [
  ["dfs.ha.namenode.id", "name-{{POD_INSTANCE_INDEX}}-node"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-0-node", "{{FC_0_PORT}}"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-1-node", "{{FC_1_PORT}}"],
];

const forPods: Readonly<Record<FileSystemPod, readonly SiteEntry[]>> = {
  // A journal on a new volume fetches the edits from the others. One that comes back must not: it would have a finished copy of the segment
  // that it was writing beside its own, and then answers no name node that reads edits.
  journal: [
    sharedEdits({ journals: JOURNALS }),
    ["dfs.journalnode.enable.sync", "{{FETCH_EDITS}}"],
    ["dfs.journalnode.enable.sync.format", "{{FETCH_EDITS}}"],
  ],
  name: [
    ...ofNameNode,
    // The default waits 30 s for more blocks after all are known.
    ["dfs.namenode.safemode.extension", "1000"],
    // A copy that was to go to a data node which has just stopped is made again after this time; the default is five minutes.
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
