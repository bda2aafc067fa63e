/** What the templates need beside variables: it depends on the number of pods. */
interface Shape {
  readonly journals: number;
  readonly names: number;
}

type Property = readonly [name: string, value: string];

/** The host name of a node, the same on every agent. */
const host = (node: string) => `${node}-node.{{FRAMEWORK_NAME}}.simulated.invalid`;

export function coreSiteTemplate(): string {
  return site([
    ["fs.default.name", "hdfs://{{FRAMEWORK_NAME}}"],
    ...["hue", "root", "httpfs"].flatMap((user): Property[] => [
      [`hadoop.proxyuser.${user}.hosts`, "*"],
      [`hadoop.proxyuser.${user}.groups`, "*"],
    ]),
    ["ha.zookeeper.parent-znode", "/{{FRAMEWORK_NAME}}/hadoop-ha"],
    section("SECURE_MODE", [
      ["hadoop.security.authentication", "kerberos"],
      ["hadoop.security.authorization", "true"],
      // The service's Kerberos principal is mapped to the user that its tasks run as.
      [
        "hadoop.security.auth_to_local",
        "RULE:[2:$1@$0]({{KERBEROS_PRIMARY}}@{{KERBEROS_REALM}})s/.*/{{TASK_USER}}/\nDEFAULT",
      ],
    ]),
  ]);
}

export function fsSiteTemplate(shape: Shape): string {
  return site(fsSite(shape));
}

/** A standby that fetches the name space has to know its own name node id. */
export function bootstrapSiteTemplate(shape: Shape): string {
  return site([["dfs.ha.namenode.id", "name-{{POD_INSTANCE_INDEX}}-node"], ...fsSite(shape)]);
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

function fsSite({ journals, names }: Shape): readonly (Property | string)[] {
  const nameNodes = Array.from({ length: names }, (_, index) => `name-${index}`);
  const journalNodes = Array.from({ length: journals }, (_, index) => `journal-${index}`);
  const edits = journalNodes.map((node) => `${host(node)}:{{JOURNAL_NODE_RPC_PORT}}`).join(";");
  return [
    ["dfs.nameservice.id", "{{FRAMEWORK_NAME}}"],
    ["dfs.nameservices", "{{FRAMEWORK_NAME}}"],
    ["dfs.ha.namenodes.{{FRAMEWORK_NAME}}", nameNodes.map((node) => `${node}-node`).join(",")],
    section("NAMENODE", [
      ["dfs.namenode.shared.edits.dir", `qjournal://${edits}/{{FRAMEWORK_NAME}}`],
      ["dfs.namenode.name.dir", "{{MESOS_SANDBOX}}/name-data"],
      ["dfs.namenode.safemode.threshold-pct", "{{NAME_NODE_SAFEMODE_THRESHOLD_PCT}}"],
      ["dfs.namenode.heartbeat.recheck-interval", "{{NAME_NODE_HEARTBEAT_RECHECK_INTERVAL}}"],
      ["dfs.namenode.handler.count", "{{NAME_NODE_HANDLER_COUNT}}"],
      ["dfs.namenode.invalidate.work.pct.per.iteration", "{{NAME_NODE_INVALIDATE_WORK_PCT_PER_ITERATION}}"],
      [
        "dfs.namenode.replication.work.multiplier.per.iteration",
        "{{NAME_NODE_REPLICATION_WORK_MULTIPLIER_PER_ITERATION}}",
      ],
      [
        "dfs.namenode.datanode.registration.ip-hostname-check",
        "{{NAME_NODE_DATA_NODE_REGISTRATION_IP_HOSTNAME_CHECK}}",
      ],
      section("SECURE_MODE", tickets("namenode")),
    ]),
    ...nameNodes.flatMap((node): Property[] => {
      const suffix = `{{FRAMEWORK_NAME}}.${node}-node`;
      return [
        [`dfs.namenode.rpc-address.${suffix}`, `${host(node)}:{{NAME_NODE_RPC_PORT}}`],
        [`dfs.namenode.rpc-bind-host.${suffix}`, "0.0.0.0"],
        [`dfs.namenode.http-address.${suffix}`, `${host(node)}:{{NAME_NODE_HTTP_PORT}}`],
        [`dfs.namenode.http-bind-host.${suffix}`, "0.0.0.0"],
      ];
    }),
    section("JOURNALNODE", [
      ["dfs.journalnode.rpc-address", "0.0.0.0:{{JOURNAL_NODE_RPC_PORT}}"],
      ["dfs.journalnode.http-address", "0.0.0.0:{{JOURNAL_NODE_HTTP_PORT}}"],
      ["dfs.journalnode.edits.dir", "{{MESOS_SANDBOX}}/journal-data"],
      section("SECURE_MODE", tickets("journalnode")),
    ]),
    section("DATANODE", [
      ["dfs.datanode.address", "0.0.0.0:{{DATA_NODE_RPC_PORT}}"],
      ["dfs.datanode.http.address", "0.0.0.0:{{DATA_NODE_HTTP_PORT}}"],
      ["dfs.datanode.ipc.address", "0.0.0.0:{{DATA_NODE_IPC_PORT}}"],
      ["dfs.datanode.data.dir", "{{MESOS_SANDBOX}}/data-data"],
      ["dfs.datanode.balance.bandwidthPerSec", "{{DATA_NODE_BALANCE_BANDWIDTH_PER_SEC}}"],
      ["dfs.datanode.handler.count", "{{DATA_NODE_HANDLER_COUNT}}"],
      section("SECURE_MODE", tickets("datanode")),
    ]),
    ["ha.zookeeper.quorum", "{{COORDINATOR}}"],
    ["dfs.ha.fencing.methods", "{{HA_FENCING_METHODS}}"],
    ["dfs.ha.automatic-failover.enabled", "{{HA_AUTOMATIC_FAILURE}}"],
    ["dfs.image.compress", "{{IMAGE_COMPRESS}}"],
    ["dfs.image.compression.codec", "{{IMAGE_COMPRESSION_CODEC}}"],
    ["dfs.client.read.shortcircuit", "{{CLIENT_READ_SHORTCIRCUIT}}"],
    ["dfs.client.read.shortcircuit.streams.cache.size", "{{CLIENT_READ_SHORTCIRCUIT_STREAMS_CACHE_SIZE}}"],
    [
      "dfs.client.read.shortcircuit.streams.cache.size.expiry.ms",
      "{{CLIENT_READ_SHORTCIRCUIT_STREAMS_CACHE_SIZE_EXPIRY_MS}}",
    ],
    ["dfs.client.failover.proxy.provider.{{FRAMEWORK_NAME}}", "{{CLIENT_FAILOVER_PROXY_PROVIDER}}"],
    ["dfs.domain.socket.path", "{{DOMAIN_SOCKET_PATH}}"],
    ["dfs.permissions.enabled", "{{PERMISSIONS_ENABLED}}"],
  ];
}

const tickets = (daemon: string): readonly Property[] => [
  [`dfs.${daemon}.kerberos.principal`, "{{KERBEROS_PRIMARY}}/_HOST@{{KERBEROS_REALM}}"],
  [`dfs.${daemon}.keytab.file`, "keytabs/{{KERBEROS_PRIMARY}}.keytab"],
];

/** Properties that are only included where a flag is set. */
function section(flag: string, content: readonly (Property | string)[]): string {
  return `{{#${flag}}}\n${content.map(written).join("")}{{/${flag}}}\n`;
}

function site(content: readonly (Property | string)[]): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="configuration.xsl"?>\n';
  return `${head}<configuration>\n${content.map(written).join("")}</configuration>\n`;
}

function written(entry: Property | string): string {
  if (typeof entry === "string") return entry;
  const [name, value] = entry;
  return `  <property>\n    <name>${name}</name>\n    <value>${value}</value>\n  </property>\n`;
}
