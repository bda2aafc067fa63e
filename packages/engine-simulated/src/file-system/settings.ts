import { ReeveError } from "@reeve/contract";
import { didYouMean, type FileSystemDefinition } from "@reeve/orchestrator";

/** A variable of the templates that a definition can set, with its default. */
type Variable = readonly [fallback: string, kind: Kind];

type Kind = "boolean" | "integer" | "number" | "text" | "port" | "word";

const variables: Readonly<Record<string, Variable>> = {
  JOURNAL_NODE_RPC_PORT: ["8485", "port"],
  JOURNAL_NODE_HTTP_PORT: ["8480", "port"],
  NAME_NODE_RPC_PORT: ["9001", "port"],
  NAME_NODE_HTTP_PORT: ["9002", "port"],
  DATA_NODE_RPC_PORT: ["9003", "port"],
  DATA_NODE_HTTP_PORT: ["9004", "port"],
  DATA_NODE_IPC_PORT: ["9005", "port"],
  NAME_NODE_SAFEMODE_THRESHOLD_PCT: ["0.9", "number"],
  NAME_NODE_HEARTBEAT_RECHECK_INTERVAL: ["60000", "integer"],
  NAME_NODE_HANDLER_COUNT: ["20", "integer"],
  NAME_NODE_INVALIDATE_WORK_PCT_PER_ITERATION: ["0.95", "number"],
  NAME_NODE_REPLICATION_WORK_MULTIPLIER_PER_ITERATION: ["4", "integer"],
  NAME_NODE_DATA_NODE_REGISTRATION_IP_HOSTNAME_CHECK: ["false", "boolean"],
  DATA_NODE_BALANCE_BANDWIDTH_PER_SEC: ["41943040", "integer"],
  DATA_NODE_HANDLER_COUNT: ["10", "integer"],
  HA_FENCING_METHODS: ["shell(/bin/true)", "text"],
  HA_AUTOMATIC_FAILURE: ["true", "boolean"],
  IMAGE_COMPRESS: ["true", "boolean"],
  IMAGE_COMPRESSION_CODEC: ["org.apache.hadoop.io.compress.SnappyCodec", "word"],
  CLIENT_READ_SHORTCIRCUIT: ["true", "boolean"],
  CLIENT_READ_SHORTCIRCUIT_STREAMS_CACHE_SIZE: ["1000", "integer"],
  CLIENT_READ_SHORTCIRCUIT_STREAMS_CACHE_SIZE_EXPIRY_MS: ["1000", "integer"],
  CLIENT_FAILOVER_PROXY_PROVIDER: ["org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider", "word"],
  DOMAIN_SOCKET_PATH: ["/var/lib/hadoop-hdfs/dn_socket", "text"],
  PERMISSIONS_ENABLED: ["false", "boolean"],
  SECURE_MODE: ["false", "boolean"],
  KERBEROS_PRIMARY: ["hdfs", "word"],
  KERBEROS_REALM: ["", "word"],
};

/** The values of all variables that can be set; refuses names that no template has, and values that would break one. */
export function variablesOf({ settings }: Pick<FileSystemDefinition, "settings">): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(settings)) {
    const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!variable)
      throw refusal(name, `is not a setting of the file system${didYouMean(name, Object.keys(variables))}`);
    const [, kind] = variable;
    if (!kinds[kind].fits(String(value))) {
      throw refusal(name, `is ${JSON.stringify(value)}, expected ${kinds[kind].expected}`);
    }
  }
  const values = Object.entries(variables).map(([name, [fallback]]): [string, string] => [
    name,
    String(Object.hasOwn(settings, name) ? settings[name] : fallback),
  ]);
  const all = Object.fromEntries(values);
  if (all.SECURE_MODE === "true" && all.KERBEROS_REALM === "") {
    throw refusal("KERBEROS_REALM", "is needed where SECURE_MODE is true: the realm of the tickets");
  }
  return all;
}

const kinds: Readonly<Record<Kind, { readonly expected: string; readonly fits: (value: string) => boolean }>> = {
  boolean: { expected: "true or false", fits: (value) => value === "true" || value === "false" },
  integer: { expected: "a whole number", fits: (value) => /^\d{1,15}$/.test(value) },
  number: { expected: "a number", fits: (value) => /^\d{1,15}(\.\d{1,15})?$/.test(value) },
  port: {
    expected: "a port from 1 to 65535",
    fits: (value) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535,
  },
  word: { expected: "a word", fits: (value) => /^[\w.$-]{1,200}$/.test(value) },
  // Fencing methods stand on lines of their own, so line breaks are allowed.
  text: {
    expected: "text that an XML document can hold",
    fits: (value) => value !== "" && !/[^\P{C}\n\t]/u.test(value),
  },
};

const refusal = (name: string, reason: string) => new ReeveError("bad-input", `settings: ${name} ${reason}`);
