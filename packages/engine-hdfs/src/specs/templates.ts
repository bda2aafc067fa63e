import type { FileSystemPod, SoftwareSettings } from "@reeve/orchestrator";
import type { HdfsDefinition } from "../settings/hdfs-settings.ts";
import { type VariableName, variables } from "../settings/variables.ts";
import { type Entry, escaped, type Property, section, siteDocument } from "./site-document.ts";

/** What the templates need beside variables. */
export type Shape = Pick<HdfsDefinition, "pods" | "engineConfiguration">;

/** Milliseconds after which the failover controller of a name node that hangs, or was killed, loses the lead. */
const SESSION = 5000;

export function coreSiteTemplate({ engineConfiguration }: Pick<Shape, "engineConfiguration">): string {
  return siteDocument([
    ["fs.default.name", "hdfs://{{FRAMEWORK_NAME}}"],
    ...["hue", "root", "httpfs"].flatMap((user): Property[] => [
      [`hadoop.proxyuser.${user}.hosts`, "*"],
      [`hadoop.proxyuser.${user}.groups`, "*"],
    ]),
    ["ha.zookeeper.parent-znode", "/{{FRAMEWORK_NAME}}/hadoop-ha"],
    ...given(engineConfiguration.core),
  ]);
}

/** The file system's document: the one of a pod, or with `client` the one that clients get. */
export function fsSiteTemplate(of: FileSystemPod | "client", shape: Shape): string {
  const { pods, engineConfiguration } = shape;
  return siteDocument([
    ...documented(shape, of === "fc" ? hostOfName : ownHost),
    ...(of === "client" ? forClients : forPods[of]),
    // Clients ask for three copies of each block unless they are told otherwise.
    ...(pods.data.count < 3 ? [["dfs.replication", String(pods.data.count)] as const] : []),
    ...given(engineConfiguration.hdfs),
  ]);
}

export function metricsTemplate(): string {
  const lines = [
    "*.sink.statsd.class=org.apache.hadoop.metrics2.sink.StatsDSink",
    "*.period=10",
    "*.sink.statsd.server.host={{STATSD_UDP_HOST}}",
    "*.sink.statsd.server.port={{STATSD_UDP_PORT}}",
    "*.sink.statsd.skip.hostname=true",
    "*.sink.statsd.service.name={{TASK_NAME}}",
  ];
  return `${lines.join("\n")}\n`;
}

const ownHost = () => "{{MESOS_CONTAINER_IP}}";

/** A failover controller listens at the address of its name node, where the other one looks for it. */
const hostOfName = (index: number) => `{{NAME_${index}_HOST}}`;

function documented({ pods }: Shape, bindHost: (index: number) => string): readonly Entry[] {
  const nameNodes = Array.from({ length: pods.name.count }, (_, index) => index);
  return [
    ["dfs.nameservice.id", "{{FRAMEWORK_NAME}}"],
    ["dfs.nameservices", "{{FRAMEWORK_NAME}}"],
    ["dfs.ha.namenodes.{{FRAMEWORK_NAME}}", nameNodes.map((index) => `name-${index}-node`).join(",")],
    section("NAMENODE", [
      sharedEdits,
      ["dfs.namenode.name.dir", "{{MESOS_SANDBOX}}/name-data"],
      ...settable("NAME_NODE_SAFEMODE_THRESHOLD_PCT", "NAME_NODE_DATA_NODE_REGISTRATION_IP_HOSTNAME_CHECK"),
    ]),
    ...nameNodes.flatMap((index): Property[] => {
      const suffix = `{{FRAMEWORK_NAME}}.name-${index}-node`;
      return [
        [`dfs.namenode.rpc-address.${suffix}`, `{{NAME_${index}_RPC}}`],
        [`dfs.namenode.rpc-bind-host.${suffix}`, bindHost(index)],
        [`dfs.namenode.http-address.${suffix}`, `{{NAME_${index}_HTTP}}`],
        [`dfs.namenode.http-bind-host.${suffix}`, bindHost(index)],
      ];
    }),
    section("JOURNALNODE", [
      ["dfs.journalnode.rpc-address", "{{MESOS_CONTAINER_IP}}:{{JOURNAL_NODE_RPC_PORT}}"],
      ["dfs.journalnode.http-address", "{{MESOS_CONTAINER_IP}}:{{JOURNAL_NODE_HTTP_PORT}}"],
      ["dfs.journalnode.edits.dir", "{{MESOS_SANDBOX}}/journal-data"],
    ]),
    section("DATANODE", [
      ["dfs.datanode.address", "{{MESOS_CONTAINER_IP}}:{{DATA_NODE_RPC_PORT}}"],
      ["dfs.datanode.http.address", "{{MESOS_CONTAINER_IP}}:{{DATA_NODE_HTTP_PORT}}"],
      ["dfs.datanode.ipc.address", "{{MESOS_CONTAINER_IP}}:{{DATA_NODE_IPC_PORT}}"],
      ["dfs.datanode.data.dir", "{{MESOS_SANDBOX}}/data-data"],
      ...settable("DATA_NODE_BALANCE_BANDWIDTH_PER_SEC", "DATA_NODE_HANDLER_COUNT"),
    ]),
    ["ha.zookeeper.quorum", "{{COORDINATORS}}"],
    ...settable("HA_FENCING_METHODS", "IMAGE_COMPRESSION_CODEC"),
    ...settable("CLIENT_FAILOVER_PROXY_PROVIDER", "CLIENT_FAILOVER_PROXY_PROVIDER"),
    ...settable("PERMISSIONS_ENABLED", "PERMISSIONS_ENABLED"),
  ];
}

const sharedEdits: Property = ["dfs.namenode.shared.edits.dir", "qjournal://{{JOURNALS}}/{{FRAMEWORK_NAME}}"];

/** The pods themselves read no files, and a data node with a socket path does not start without a native library. */
const forClients: readonly Entry[] = [
  ...settable("CLIENT_READ_SHORTCIRCUIT", "CLIENT_READ_SHORTCIRCUIT_STREAMS_CACHE_SIZE_EXPIRY_MS"),
  ...settable("DOMAIN_SOCKET_PATH", "DOMAIN_SOCKET_PATH"),
];

/** Which name node this is, and where the failover controllers are, which share the addresses of the name nodes. */
const ofNameNode: readonly Property[] = [
  ["dfs.ha.namenode.id", "name-{{POD_INSTANCE_INDEX}}-node"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-0-node", "{{FC_0_PORT}}"],
  ["dfs.ha.zkfc.port.{{FRAMEWORK_NAME}}.name-1-node", "{{FC_1_PORT}}"],
];

const forPods: Readonly<Record<FileSystemPod, readonly Entry[]>> = {
  // A journal on a new volume fetches the edits from the others. One that comes back must not: it would have a finished copy of the segment
  // that it was writing beside its own, and then answers no name node that reads edits.
  journal: [
    sharedEdits,
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

/** The properties of the variables from one to another, in their order. */
function settable(from: VariableName, to: VariableName): readonly Property[] {
  const all = Object.entries(variables);
  const at = (wanted: VariableName) => all.findIndex(([name]) => name === wanted);
  return all
    .slice(at(from), at(to) + 1)
    .flatMap(([name, variable]) => ("property" in variable ? [[variable.property, `{{${name}}}`] as const] : []));
}

function given(settings: SoftwareSettings): readonly Property[] {
  return Object.entries(settings).map(([name, value]) => [name, escaped(String(value))]);
}
