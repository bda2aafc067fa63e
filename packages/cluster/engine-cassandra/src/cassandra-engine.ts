import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { backupKeys, type KeyFiles, type ObjectStoreOptions, objectStores } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import { type JavaEngineOptions, openJavaEngine, type Validation } from "@reeve/java-software";
import { type CertificateAuthority, type Engine, isReference, READY } from "@reeve/orchestrator/engine";
import { openCassandraCluster } from "./cluster/cassandra-cluster.ts";
import { type CassandraDefinition, cassandraSettings } from "./settings/cassandra-settings.ts";
import { cassandraSoftware } from "./software.ts";
import { javaOptions } from "./specs/command.ts";
import { cassandraPodSpecs } from "./specs/pod-specs.ts";
import { settingsOfLoneNode } from "./specs/settings-file.ts";

/** Options of the engine; all have defaults. */
export interface CassandraEngineOptions extends JavaEngineOptions {
  /** The object store for backups (default: a temporary folder, which is deleted when this process ends). */
  readonly objectStore?: ObjectStoreOptions;
  /** Where the keys are kept with which backups are signed and verified (default: in memory). */
  readonly keyFiles?: KeyFiles;
  /** Signs the certificates of nodes. Without it, definitions with `clientTls` are refused, and no node can be launched. */
  readonly authority?: CertificateAuthority;
}

/** Creates the engine whose nodes are real database nodes. The software is downloaded when the first node is launched. */
export function createCassandraEngine({
  objectStore = {},
  keyFiles,
  authority,
  ...options
}: CassandraEngineOptions = {}): Engine<CassandraDefinition> {
  const { provisioner, validator } = openJavaEngine(cassandraSoftware, options);
  const openObjectStore = objectStores(objectStore);
  const keys = backupKeys(keyFiles);
  return {
    name: "cassandra",
    kind: "wide-column",
    simulated: false,
    version: cassandraSoftware.version,
    internalPods: [],
    joinsTogether: true,
    settings: cassandraSettings,
    mayShrink: () => READY,
    // Both limits are in seconds. They are long, because a joining node first copies its data, and a stopping node first writes its memory
    // to disk.
    limits: () => ({ gettingReady: 300, grace: 60 }),
    notes: ({ settings: { NODE_COUNT }, engineConfiguration: { commitlog_sync } }) => [
      ...(NODE_COUNT < 3 ? [FEW_NODES] : []),
      ...(commitlog_sync === "periodic" ? [PERIODIC] : []),
    ],
    clientTls: ({ clientTls }) => clientTls !== false,
    podSpecs(instance, definition) {
      if (definition.clientTls !== false && !authority) throw new ReeveError("bad-input", NO_AUTHORITY);
      return cassandraPodSpecs(instance, definition);
    },
    // Without settings of the user's own there is nothing to check.
    validate: async (definition) =>
      Object.keys(definition.engineConfiguration).length === 0 ? undefined : validator(cassandraValidation(definition)),
    open: async (context) => openCassandraCluster(context, { provisioner: provisioner(context.log), openObjectStore, keys, authority }),
  };
}

const NO_AUTHORITY =
  "clientTls: the engine has no certificate authority that could sign the nodes' certificates; set the engine's option `authority`, or remove clientTls from the definition";

const FEW_NODES =
  "with fewer than three nodes, clients that read and write at QUORUM have to wait while a node restarts; to avoid this, use three nodes (NODE_COUNT: 3) and a replication factor of 3";

const PERIODIC =
  "with commitlog_sync: periodic, a crash of the machine may lose the writes that were acknowledged in the second before it; without this setting, a write is on disk before it is acknowledged";

/** What the database prints if it refuses its settings. */
const REFUSED = /^Exception \(org\.apache\.cassandra\.exceptions\.ConfigurationException\) encountered during startup: (.*)$/m;

/** Has the database's tool for tokens check the settings as a node does, without references to secrets: they have no values yet. */
function cassandraValidation({ engineConfiguration, settings }: CassandraDefinition): Validation {
  const given = Object.fromEntries(Object.entries(engineConfiguration).filter(([, value]) => !isReference(value)));
  return {
    settings: settingsOfLoneNode(given, { sandbox: "/nowhere", native: 9042, storage: 7000 }),
    command: (file, folder) => [
      ...javaOptions({ mem: settings.NODE_MEM, cpus: settings.NODE_CPUS }),
      `-Dcassandra.config=${pathToFileURL(file).href}`,
      `-Dcassandra.storagedir=${join(folder, "data")}`,
      `-Dlogback.configurationFile=${join(folder, "none")}`,
      ...["org.apache.cassandra.tools.GenerateTokens", "-n", "1", "-t", "1", "--rf", "1"],
    ],
    refusalIn: ({ printed }) => REFUSED.exec(printed)?.[1],
  };
}
