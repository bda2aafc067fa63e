import type { Simulation } from "@reeve/engine-simulated";
import type { Engine, Kind, Runtime, Settings } from "@reeve/orchestrator";

// The one list of engines and runtimes. No other source imports their packages or compares their names: `scripts/layers.ts` checks that.

/** An engine that definitions can name. */
export interface RegisteredEngine {
  readonly name: string;
  readonly kind: Kind;
  /** A short description; empty for those that are part of Reeve. */
  readonly about: string;
  /** The runtimes that it can use, the default first. */
  readonly runtimes: readonly string[];
  /** Its settings in a definition, available without loading the engine. */
  settings(): Promise<Settings>;
  load(context: LoadContext): Promise<Engine>;
  /** The software that it needs on the machine, if any. */
  software?(): Promise<Software>;
}

/** A runtime that definitions can name. */
export interface RegisteredRuntime {
  readonly name: string;
  /** Its settings in a definition, if any. */
  settings?(): Promise<Settings>;
  load(context: LoadContext): Promise<Runtime>;
}

/** What engines and runtimes are created with. */
export interface LoadContext {
  /** The folder for nodes that really run. */
  readonly folder: string;
  /** Where backups go. */
  readonly objectStore: ObjectStorePlace;
  /** The one simulation that all simulated engines share. */
  simulation(): Promise<Simulation>;
}

/** An S3-compatible store by its endpoint, or a folder of this machine. */
interface ObjectStorePlace {
  readonly endpoint?: string;
  readonly region?: string;
  readonly folder?: string;
}

type Software = typeof import("@reeve/engine-kafka/software")["kafkaSoftware"];

const simulated = (kind: Kind): RegisteredEngine => ({
  name: "simulated",
  kind,
  about: "",
  runtimes: ["simulated"],
  settings: async () => (await import("@reeve/engine-simulated")).simulatedSettings[kind],
  load: async ({ simulation }) => {
    const { engines } = await simulation();
    const found = engines.find(({ engine }) => engine.kind === kind);
    if (!found) throw new Error(`the simulation has no ${kind}`);
    return found.engine;
  },
});

export const registeredEngines: readonly RegisteredEngine[] = [
  simulated("broker"),
  simulated("wide-column"),
  simulated("file-system"),
  {
    name: "kafka",
    kind: "broker",
    about: "real brokers, as processes of this machine; needs Java 17, and Maven to fetch them",
    runtimes: ["local", "kubernetes"],
    settings: async () => (await import("@reeve/engine-kafka")).kafkaSettings,
    load: async () => (await import("@reeve/engine-kafka")).createKafkaEngine(),
    software: async () => (await import("@reeve/engine-kafka/software")).kafkaSoftware,
  },
  {
    name: "cassandra",
    kind: "wide-column",
    about: "real database nodes, as processes of this machine; needs Java 17, and Maven to fetch them",
    runtimes: ["local"],
    settings: async () => (await import("@reeve/engine-cassandra")).cassandraSettings,
    load: async ({ objectStore }) => (await import("@reeve/engine-cassandra")).createCassandraEngine({ objectStore }),
    software: async () => (await import("@reeve/engine-cassandra/software")).cassandraSoftware,
  },
  {
    name: "hdfs",
    kind: "file-system",
    about: "a real file system, as processes of this machine; needs Java 17, and Maven to fetch it",
    runtimes: ["local"],
    settings: async () => (await import("@reeve/engine-hdfs")).hdfsSettings,
    load: async () => (await import("@reeve/engine-hdfs")).createHdfsEngine(),
    software: async () => (await import("@reeve/engine-hdfs/software")).hdfsSoftware,
  },
];

export const registeredRuntimes: readonly RegisteredRuntime[] = [
  { name: "simulated", load: async ({ simulation }) => (await simulation()).runtime },
  {
    name: "local",
    load: async ({ folder }) => (await import("@reeve/runtime-local")).createLocalRuntime({ folder }),
  },
  {
    name: "kubernetes",
    settings: async () => (await import("@reeve/runtime-kubernetes")).kubernetesSettings,
    load: async () => (await import("@reeve/runtime-kubernetes")).createKubernetesRuntime(),
  },
];

/** Creates the simulation that all simulated engines share. */
export async function loadSimulation(
  ...options: Parameters<typeof import("@reeve/engine-simulated")["createSimulation"]>
): Promise<Simulation> {
  return (await import("@reeve/engine-simulated")).createSimulation(...options);
}
