import { ReeveError } from "@reeve/contract";
import {
  type FileSystemDefinition,
  looksLikeCode,
  type SettingSchemas,
  suggestionFor,
  templateSettings,
  withTraits,
} from "@reeve/orchestrator/engine";

/** A variable in the templates of a file system. A definition can set the variable's value. */
export interface FileSystemVariable {
  readonly usual: string;
  readonly kind: keyof typeof kinds;
  /** The property that gets the variable's value. Absent for a port, because a port occurs in several properties. */
  readonly property?: string;
  /** Set if the value names a command or a class. */
  readonly runsCode?: true;
}

const code = <Variable extends FileSystemVariable>(variable: Variable): Variable & { readonly runsCode: true } => ({
  ...variable,
  runsCode: true,
});

const port = (usual: number): FileSystemVariable => ({ usual: String(usual), kind: "port" });
const variable =
  <Value extends string | number | boolean>(kind: FileSystemVariable["kind"]) =>
  (property: string, usual: Value): FileSystemVariable => ({ property, usual: String(usual), kind });
const [text, word] = [variable<string>("text"), variable<string>("word")];
const [integer, number] = [variable<number>("integer"), variable<number>("number")];
const boolean = variable<boolean>("boolean");

const SHORT_CIRCUIT = "dfs.client.read.shortcircuit";

/** The variables of the API document by name, in the order in which that document lists their properties. */
export const fileSystemVariables = {
  JOURNAL_NODE_RPC_PORT: port(8485),
  JOURNAL_NODE_HTTP_PORT: port(8480),
  NAME_NODE_RPC_PORT: port(9001),
  NAME_NODE_HTTP_PORT: port(9002),
  DATA_NODE_RPC_PORT: port(9003),
  DATA_NODE_HTTP_PORT: port(9004),
  DATA_NODE_IPC_PORT: port(9005),
  NAME_NODE_SAFEMODE_THRESHOLD_PCT: number("dfs.namenode.safemode.threshold-pct", 0.9),
  NAME_NODE_HEARTBEAT_RECHECK_INTERVAL: integer("dfs.namenode.heartbeat.recheck-interval", 60_000),
  NAME_NODE_HANDLER_COUNT: integer("dfs.namenode.handler.count", 20),
  NAME_NODE_INVALIDATE_WORK_PCT_PER_ITERATION: number("dfs.namenode.invalidate.work.pct.per.iteration", 0.95),
  NAME_NODE_REPLICATION_WORK_MULTIPLIER_PER_ITERATION: integer("dfs.namenode.replication.work.multiplier.per.iteration", 4),
  NAME_NODE_DATA_NODE_REGISTRATION_IP_HOSTNAME_CHECK: boolean("dfs.namenode.datanode.registration.ip-hostname-check", false),
  DATA_NODE_BALANCE_BANDWIDTH_PER_SEC: integer("dfs.datanode.balance.bandwidthPerSec", 41_943_040),
  DATA_NODE_HANDLER_COUNT: integer("dfs.datanode.handler.count", 10),
  HA_FENCING_METHODS: code(text("dfs.ha.fencing.methods", "shell(/bin/true)")),
  HA_AUTOMATIC_FAILURE: boolean("dfs.ha.automatic-failover.enabled", true),
  IMAGE_COMPRESS: boolean("dfs.image.compress", true),
  IMAGE_COMPRESSION_CODEC: code(word("dfs.image.compression.codec", "org.apache.hadoop.io.compress.SnappyCodec")),
  CLIENT_READ_SHORTCIRCUIT: boolean(SHORT_CIRCUIT, true),
  CLIENT_READ_SHORTCIRCUIT_STREAMS_CACHE_SIZE: integer(`${SHORT_CIRCUIT}.streams.cache.size`, 1000),
  CLIENT_READ_SHORTCIRCUIT_STREAMS_CACHE_SIZE_EXPIRY_MS: integer(`${SHORT_CIRCUIT}.streams.cache.size.expiry.ms`, 1000),
  CLIENT_FAILOVER_PROXY_PROVIDER: code(
    word(
      "dfs.client.failover.proxy.provider.{{FRAMEWORK_NAME}}",
      "org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider",
    ),
  ),
  DOMAIN_SOCKET_PATH: text("dfs.domain.socket.path", "/var/lib/hadoop-hdfs/dn_socket"),
  PERMISSIONS_ENABLED: boolean("dfs.permissions.enabled", false),
} as const satisfies Readonly<Record<string, FileSystemVariable>>;

export type FileSystemVariableName = keyof typeof fileSystemVariables;

/** The declaration of the field `settings`, which an engine has for its variables. */
export function variableSettings(variables: Readonly<Record<string, FileSystemVariable>>): SettingSchemas[string] {
  const traits = {
    names: Object.keys(variables),
    isSecret: () => false,
    runsCode: (name: string, value: unknown) => variables[name]?.runsCode ?? looksLikeCode(name, value),
    escape: String,
  };
  return withTraits(templateSettings, traits);
}

/** The values of all variables. Refuses names that no template uses, and values that would break a template. */
export function variableValues<Name extends string>(
  { settings }: Pick<FileSystemDefinition, "settings">,
  variables: Readonly<Record<Name, FileSystemVariable>>,
): Readonly<Record<Name, string>> {
  const table: Readonly<Record<string, FileSystemVariable>> = variables;
  for (const [name, value] of Object.entries(settings)) {
    const variable = Object.hasOwn(table, name) ? table[name] : undefined;
    if (!variable) throw settingRefused(name, `is not a setting of the file system${suggestionFor(name, Object.keys(table))}`);
    const { expected, fits } = kinds[variable.kind];
    if (!fits(String(value))) throw settingRefused(name, `is ${JSON.stringify(value)}, expected ${expected}`);
  }
  const values = Object.entries(table).map(([name, { usual }]) => [name, String(Object.hasOwn(settings, name) ? settings[name] : usual)]);
  return Object.fromEntries(values);
}

export function settingRefused(name: string, reason: string): ReeveError {
  return new ReeveError("bad-input", `settings: ${name} ${reason}`);
}

const kinds = {
  boolean: { expected: "true or false", fits: (value: string) => value === "true" || value === "false" },
  integer: { expected: "a whole number", fits: (value: string) => /^\d{1,15}$/.test(value) },
  number: { expected: "a number", fits: (value: string) => /^\d{1,15}(\.\d{1,15})?$/.test(value) },
  port: { expected: "a port from 1 to 65535", fits: (value: string) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535 },
  word: { expected: "a word", fits: (value: string) => /^[\w.$-]{1,200}$/.test(value) },
  // Line breaks are allowed, because a list of fencing methods has one method per line.
  text: { expected: "text that an XML document can hold", fits: (value: string) => value !== "" && !/[^\P{C}\n\t]/u.test(value) },
};
