import { inTemplate, isReference, type SoftwareSettings } from "@reeve/orchestrator/engine";
import { TOKENS } from "../cluster/ring.ts";
import type { ClientTls } from "../settings/cassandra-settings.ts";
import { clientTlsLines } from "./client-tls.ts";

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
    ...rest.map(
      ([name, value]) => `${name}: ${isReference(value) ? inTemplate(name, value, text) : JSON.stringify(value)}`,
    ),
    "",
  ].join("\n");
}

/** Defaults for small nodes. The database's own defaults assume that a node has the machine to itself. */
const usual: SoftwareSettings = {
  commitlog_sync: "periodic",
  commitlog_sync_period: "1000ms",
  commitlog_disk_access_mode: "legacy",
  // The database takes no snapshots of dropped tables, because they would fill the volume of a small node.
  auto_snapshot: false,
  concurrent_compactors: 1,
  hinted_handoff_throttle: "10MiB",
  // Hints are written to files early, so that the service notices them soon after a node goes down.
  hints_flush_period: "1000ms",
};

/** The defaults that go with the given settings: only a periodic sync of the commit log may have a period. */
function usualBeside({ commitlog_sync = usual.commitlog_sync }: SoftwareSettings): SoftwareSettings {
  const { commitlog_sync_period: _, ...rest } = usual;
  return commitlog_sync === "periodic" ? usual : rest;
}

const text = (value: string) => JSON.stringify(value);
