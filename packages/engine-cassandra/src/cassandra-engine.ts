import { type ObjectStoreOptions, objectStores } from "@reeve/backups";
import { createProvisioner, type Environment, enginesFolder, openInstallation } from "@reeve/java-software";
import type { Engine } from "@reeve/orchestrator";
import { openCassandraCluster } from "./cluster/cassandra-cluster.ts";
import { type CassandraDefinition, cassandraSettings } from "./settings/cassandra-settings.ts";
import { cassandraSoftware } from "./software/cassandra-software.ts";
import { cassandraPodSpecs } from "./specs/pod-specs.ts";

/** All options have defaults. */
export interface CassandraEngineOptions {
  /** The user's folder of all engines; by default under REEVE_HOME or in the platform's cache. */
  readonly folder?: string;
  /** The environment to find Java and Maven with: PATH, JAVA_HOME. */
  readonly environment?: Environment;
  /** Where backups go; by default a temporary folder, which is deleted with this process. */
  readonly objectStore?: ObjectStoreOptions;
}

/** The engine whose nodes are real database nodes. The software is fetched when the first of them is launched. */
export function createCassandraEngine({
  environment = process.env,
  folder = enginesFolder(environment, process.platform),
  objectStore = {},
}: CassandraEngineOptions = {}): Engine<CassandraDefinition> {
  const installation = openInstallation({ software: cassandraSoftware, folder, environment });
  const openObjectStore = objectStores(objectStore);
  const provisioner = createProvisioner(installation, environment);
  return {
    name: "cassandra",
    kind: "wide-column",
    simulated: false,
    version: cassandraSoftware.version,
    internalPods: [],
    settings: cassandraSettings,
    mayShrink: () => ({ ready: true }),
    // A node that joins copies its data first, and one that stops flushes its memory to disk.
    limits: () => ({ gettingReady: 300, grace: 60 }),
    notes: ({ settings: { NODE_COUNT } }) => (NODE_COUNT < 3 ? [FEW_NODES] : []),
    podSpecs: cassandraPodSpecs,
    open: async (context) => openCassandraCluster(context, provisioner(context.log), openObjectStore),
  };
}

const FEW_NODES =
  "with fewer than three nodes, clients that read and write at QUORUM wait while one of them is restarted; with NODE_COUNT: 3 and a replication of 3 they do not";
