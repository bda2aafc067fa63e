import { escapeText, printProperty } from "@reeve/site-xml";
import { type FileSystemVariableName, fileSystemVariables } from "./variables.ts";

/** The values that differ between the `hdfs-site.xml` of pods and that of clients. They may contain template variables. */
export interface PodFsSite {
  /** The addresses of the name nodes. */
  readonly names: readonly { readonly rpc: string; readonly http: string; readonly bindHost: string }[];
  /** The addresses (`host:port`) of the journals, separated by semicolons. */
  readonly journals: string;
  /** The addresses (`host:port`) of the coordination servers, separated by commas. */
  readonly coordinators: string;
  /** The host that a pod listens on. */
  readonly ownHost: string;
  /** Whether to include the properties that only clients use. */
  readonly forClients: boolean;
}

/** Returns the properties of `hdfs-site.xml`, in the order in which the API document lists them. */
export function fsSiteEntries(site: PodFsSite): readonly SiteEntry[] {
  const { names, coordinators, ownHost, forClients } = site;
  return [
    ["dfs.nameservice.id", "{{FRAMEWORK_NAME}}"],
    ["dfs.nameservices", "{{FRAMEWORK_NAME}}"],
    ["dfs.ha.namenodes.{{FRAMEWORK_NAME}}", names.map((_, index) => `name-${index}-node`).join(",")],
    siteSection("NAMENODE", [
      sharedEdits(site),
      ["dfs.namenode.name.dir", "{{MESOS_SANDBOX}}/name-data"],
      ...settable("NAME_NODE_SAFEMODE_THRESHOLD_PCT", "NAME_NODE_DATA_NODE_REGISTRATION_IP_HOSTNAME_CHECK"),
      tickets("namenode"),
    ]),
    ...names.flatMap(({ rpc, http, bindHost }, index): PodSiteProperty[] => {
      const suffix = `{{FRAMEWORK_NAME}}.name-${index}-node`;
      return [
        [`dfs.namenode.rpc-address.${suffix}`, rpc],
        [`dfs.namenode.rpc-bind-host.${suffix}`, bindHost],
        [`dfs.namenode.http-address.${suffix}`, http],
        [`dfs.namenode.http-bind-host.${suffix}`, bindHost],
      ];
    }),
    siteSection("JOURNALNODE", [
      ["dfs.journalnode.rpc-address", `${ownHost}:{{JOURNAL_NODE_RPC_PORT}}`],
      ["dfs.journalnode.http-address", `${ownHost}:{{JOURNAL_NODE_HTTP_PORT}}`],
      ["dfs.journalnode.edits.dir", "{{MESOS_SANDBOX}}/journal-data"],
      tickets("journalnode"),
    ]),
    siteSection("DATANODE", [
      ["dfs.datanode.address", `${ownHost}:{{DATA_NODE_RPC_PORT}}`],
      ["dfs.datanode.http.address", `${ownHost}:{{DATA_NODE_HTTP_PORT}}`],
      ["dfs.datanode.ipc.address", `${ownHost}:{{DATA_NODE_IPC_PORT}}`],
      ["dfs.datanode.data.dir", "{{MESOS_SANDBOX}}/data-data"],
      ...settable("DATA_NODE_BALANCE_BANDWIDTH_PER_SEC", "DATA_NODE_HANDLER_COUNT"),
      tickets("datanode"),
    ]),
    ["ha.zookeeper.quorum", coordinators],
    ...settable("HA_FENCING_METHODS", "IMAGE_COMPRESSION_CODEC"),
    ...(forClients ? settable("CLIENT_READ_SHORTCIRCUIT", "CLIENT_READ_SHORTCIRCUIT_STREAMS_CACHE_SIZE_EXPIRY_MS") : []),
    ...settable("CLIENT_FAILOVER_PROXY_PROVIDER", "CLIENT_FAILOVER_PROXY_PROVIDER"),
    ...(forClients ? settable("DOMAIN_SOCKET_PATH", "DOMAIN_SOCKET_PATH") : []),
    ...settable("PERMISSIONS_ENABLED", "PERMISSIONS_ENABLED"),
  ];
}

/** The section with a daemon's Kerberos tickets. It is empty unless SECURE_MODE is set. */
function tickets(daemon: "namenode" | "journalnode" | "datanode"): SiteEntry {
  return siteSection("SECURE_MODE", [
    [`dfs.${daemon}.kerberos.principal`, "{{KERBEROS_PRIMARY}}/_HOST@{{KERBEROS_REALM}}"],
    [`dfs.${daemon}.keytab.file`, "keytabs/{{KERBEROS_PRIMARY}}.keytab"],
  ]);
}

/** Returns the property that tells the name nodes where the journals are. */
export function sharedEdits({ journals }: Pick<PodFsSite, "journals">): PodSiteProperty {
  return ["dfs.namenode.shared.edits.dir", `qjournal://${journals}/{{FRAMEWORK_NAME}}`];
}

/** The properties of the core document (`core-site.xml`). */
export const coreSiteEntries: readonly SiteEntry[] = [
  ["fs.default.name", "hdfs://{{FRAMEWORK_NAME}}"],
  ...["hue", "root", "httpfs"].flatMap((user): PodSiteProperty[] => [
    [`hadoop.proxyuser.${user}.hosts`, "*"],
    [`hadoop.proxyuser.${user}.groups`, "*"],
  ]),
  ["ha.zookeeper.parent-znode", "/{{FRAMEWORK_NAME}}/hadoop-ha"],
  siteSection("SECURE_MODE", [
    ["hadoop.security.authentication", "kerberos"],
    ["hadoop.security.authorization", "true"],
    // This rule maps the service's Kerberos principal to the user that runs the service's tasks.
    ["hadoop.security.auth_to_local", "RULE:[2:$1@$0]({{KERBEROS_PRIMARY}}@{{KERBEROS_REALM}})s/.*/{{TASK_USER}}/\nDEFAULT"],
  ]),
];

/** The template of the file that configures where metrics are sent. */
export const METRICS_TEMPLATE = `${[
  "*.sink.statsd.class=org.apache.hadoop.metrics2.sink.StatsDSink",
  "*.period=10",
  "*.sink.statsd.server.host={{STATSD_UDP_HOST}}",
  "*.sink.statsd.server.port={{STATSD_UDP_PORT}}",
  "*.sink.statsd.skip.hostname=true",
  "*.sink.statsd.service.name={{TASK_NAME}}",
].join("\n")}\n`;

/** Returns the properties of the variables from `from` to `to`, in the order in which the variables are declared. */
function settable(from: FileSystemVariableName, to: FileSystemVariableName): readonly PodSiteProperty[] {
  const all = Object.entries(fileSystemVariables);
  const at = (wanted: FileSystemVariableName) => all.findIndex(([name]) => name === wanted);
  return all
    .slice(at(from), at(to) + 1)
    .flatMap(([name, variable]) => ("property" in variable ? [[variable.property, `{{${name}}}`] as const] : []));
}

/** A property of a site document, or the template of a section that depends on a flag, or of a property with a literal value. */
export type SiteEntry = PodSiteProperty | string;

/** A property whose value may contain variables of the template. */
export type PodSiteProperty = readonly [name: string, value: string];

/** A configuration document in the format of the daemons and their clients. If a name occurs twice, the last value wins. */
export function siteDocument(content: readonly SiteEntry[]): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<?xml-stylesheet type="text/xsl" href="configuration.xsl"?>\n';
  return `${head}<configuration>${content.map(written).join("")}\n</configuration>\n`;
}

/** A section with properties that are present only when a flag is set. */
export function siteSection(flag: string, content: readonly SiteEntry[]): string {
  return `\n{{#${flag}}}${content.map(written).join("")}\n{{/${flag}}}`;
}

/** A property with a literal value, in which the template engine must not see variables. */
export function literalProperty(name: string, value: string): string {
  return withoutTags(written([name, value]));
}

/** Returns the values for the templates of documents: those of variables, escaped, and a flag for each of the given sections. */
export function siteValues(variables: Readonly<Record<string, string>>, sections: readonly string[]): Readonly<Record<string, string>> {
  const values = Object.entries(variables).map(([name, value]) => [name, escapedForSite(value)]);
  return Object.fromEntries([...values, ...sections.map((flag) => [flag, "true"])]);
}

/** Escapes a value for XML, and its braces for the template engine, which would take `{{` for a tag. */
export function escapedForSite(value: string): string {
  return withoutTags(escapeText(value));
}

function withoutTags(xml: string): string {
  return xml.replaceAll("{", "&#123;").replaceAll("}", "&#125;");
}

function written(entry: SiteEntry): string {
  if (typeof entry === "string") return entry;
  const [name, value] = entry;
  return printProperty({ name, value });
}
