import { inTemplate, isReference, type SoftwareSettings } from "@reeve/orchestrator/engine";
import { TOKENS } from "../cluster/ring.ts";
import type { ClientTls } from "../settings/cassandra-settings.ts";

/** The path of a node's volume, relative to the sandbox. */
export const DATA = "node-data";

/** Returns the content of a node's `cassandra.yaml`. Settings from the definition replace the defaults. */
export function settingsFile(given: SoftwareSettings, clientTls: ClientTls = false): string {
  const folder = (name: string) => text(`{{MESOS_SANDBOX}}/${DATA}/${name}`);
  const own = [
    `cluster_name: ${text("{{CLUSTER_NAME}}")}`,
    `num_tokens: ${TOKENS}`,
    "allocate_tokens_for_local_replication_factor: 3",
    "partitioner: org.apache.cassandra.dht.Murmur3Partitioner",
    "endpoint_snitch: SimpleSnitch",
    `data_file_directories: [${folder("data")}]`,
    `commitlog_directory: ${folder("commitlog")}`,
    `hints_directory: ${folder("hints")}`,
    `saved_caches_directory: ${folder("saved_caches")}`,
    "seed_provider:",
    "  - class_name: org.apache.cassandra.locator.SimpleSeedProvider",
    `    parameters: [{ seeds: ${text("{{SEEDS}}")} }]`,
    "listen_address: {{MESOS_CONTAINER_IP}}",
    "rpc_address: {{MESOS_CONTAINER_IP}}",
    "native_transport_port: {{NATIVE_PORT}}",
    "storage_port: {{STORAGE_PORT}}",
    ...clientTlsLines(clientTls),
  ];
  const rest = Object.entries({ ...usualBeside(given), ...given }).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    ...own,
    ...rest.map(([name, value]) => `${name}: ${isReference(value) ? inTemplate(name, value, text) : JSON.stringify(value)}`),
    "",
  ].join("\n");
}

/** Returns the content of the `cassandra.yaml` of a node on this machine that no other node knows. */
export function settingsOfLoneNode(given: SoftwareSettings, { sandbox, native, storage }: LoneNode): string {
  const values: Readonly<Record<string, string>> = {
    MESOS_SANDBOX: sandbox,
    MESOS_CONTAINER_IP: "127.0.0.1",
    CLUSTER_NAME: "alone",
    SEEDS: `127.0.0.1:${storage}`,
    NATIVE_PORT: String(native),
    STORAGE_PORT: String(storage),
  };
  return settingsFile(given).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? "");
}

interface LoneNode {
  readonly sandbox: string;
  readonly native: number;
  readonly storage: number;
}

/** Defaults for small nodes. The database's own defaults assume that a node has the machine to itself. */
const usual: SoftwareSettings = {
  // All nodes may run on one machine. With the database's own default, a write is acknowledged up to a second before it is in the commit
  // log, and a crash of the machine would lose the acknowledged writes of this second on all nodes at once.
  commitlog_sync: "group",
  commitlog_disk_access_mode: "legacy",
  // The database takes no snapshots of dropped tables, because they would fill the volume of a small node.
  auto_snapshot: false,
  concurrent_compactors: 1,
  hinted_handoff_throttle: "10MiB",
  // Hints are written to files early, so that the service notices them soon after a node goes down.
  hints_flush_period: "1000ms",
};

/** What each way of writing the commit log needs beside its name. A node with a value for another way does not start. */
const SYNC: Readonly<Record<string, SoftwareSettings>> = {
  group: { commitlog_sync_group_window: "10ms" },
  periodic: { commitlog_sync_period: "1000ms" },
};

function usualBeside({ commitlog_sync = usual.commitlog_sync }: SoftwareSettings): SoftwareSettings {
  return { ...usual, ...SYNC[String(commitlog_sync)] };
}

const text = (value: string) => JSON.stringify(value);

/** The file with a node's key and certificate. The database reads both of them from one file. */
export const CLIENT_TLS_FILE = {
  name: "client-tls",
  "relative-path": "etc/client-tls.pem",
  "template-content": "{{CLIENT_TLS_KEY}}{{CLIENT_TLS_CERTIFICATE}}",
} as const;

/** Returns the lines of `cassandra.yaml` that configure TLS for clients. */
function clientTlsLines(clientTls: ClientTls): readonly string[] {
  if (clientTls === false) return [];
  return [
    "client_encryption_options:",
    "  enabled: true",
    // With this setting, nodes also accept clients without TLS on the same port.
    `  optional: ${clientTls === "optional"}`,
    `  keystore: ${JSON.stringify(`{{MESOS_SANDBOX}}/${CLIENT_TLS_FILE["relative-path"]}`)}`,
    "  ssl_context_factory: { class_name: org.apache.cassandra.security.PEMBasedSslContextFactory }",
  ];
}
