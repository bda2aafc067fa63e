import { loadOptional } from "@reeve/commands";
import { defined } from "@reeve/contract";
import type { Simulation } from "@reeve/engine-simulated";
import type { JavaSoftware } from "@reeve/java-software";
import type { CertificateAuthority, Engine, Kind, SettingSchemas } from "@reeve/orchestrator/engine";
import type { Runtime } from "@reeve/orchestrator/runtime";
import type { Keep } from "../state/state-folder.ts";

// The only list of engines and runtimes. Biome and a test check that no other source file imports their packages or compares their
// names. Packages that bring a driver need not be installed, so that what tests with simulated clusters install stays small.

/** What a definition can name, with the part of it that is loaded without the rest. */
export interface Registered<Loaded> {
  readonly name: string;
  /** The settings in a definition, available without loading anything else. */
  settings?(): Promise<SettingSchemas>;
  load(context: LoadContext): Promise<Loaded>;
  /** The package, if it need not be installed. Without it, nothing can be loaded. */
  readonly optional?: string;
}

/** An engine that definitions can name. */
export interface RegisteredEngine extends Registered<Engine> {
  readonly kind: Kind;
  /** A short description; empty for engines that are part of Reeve. */
  readonly about: string;
  /** The runtimes that the engine can use, the default first. */
  readonly runtimes: readonly string[];
  settings(): Promise<SettingSchemas>;
  /** The software that the engine needs on the machine, if any. */
  software?(): Promise<JavaSoftware>;
}

/** A runtime that definitions can name. */
export interface RegisteredRuntime extends Registered<Runtime> {
  /** Loads the installer for the service itself. Only runtimes that can also run the service have this method. */
  installation?(): Promise<Installation>;
}

/** Installs the service where its nodes run, and lists the objects that the installation creates there. */
type Installation = Pick<
  typeof import("@reeve/runtime-kubernetes"),
  "findConnection" | "installService" | "readServiceSettings" | "roleObjects" | "SERVICE_FILES" | "serviceObjects"
>;

/** The context in which engines and runtimes are created. */
export interface LoadContext {
  /** The folder for nodes that are real processes. */
  readonly folder: string;
  /** The object store for backups: S3-compatible if there is an endpoint, otherwise a folder on this machine. */
  readonly objectStore: { readonly endpoint?: string; readonly region?: string; readonly folder?: string };
  /** Signs the certificates of nodes. */
  readonly authority: CertificateAuthority | undefined;
  /** The private files of the state folder, for the keys with which backups are signed. */
  readonly keyFiles: Pick<Keep, "read" | "write">;
  /** The simulation that all simulated engines share. */
  simulation(): Promise<Simulation>;
}

const simulated = (kind: Kind): RegisteredEngine => ({
  name: "simulated",
  kind,
  about: "",
  runtimes: ["simulated"],
  settings: async () => (await import("@reeve/engine-simulated")).simulatedSettings[kind],
  load: async ({ simulation }) => {
    const found = (await simulation()).engines.find(({ engine }) => engine.kind === kind);
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
    about: "real brokers, as processes on this machine; needs Java 17",
    runtimes: ["local", "kubernetes"],
    settings: async () => (await import("@reeve/engine-kafka")).kafkaSettings,
    load: async () => (await import("@reeve/engine-kafka")).createKafkaEngine(),
    software: async () => (await import("@reeve/engine-kafka/software")).kafkaSoftware,
    optional: "@reeve/engine-kafka",
  },
  {
    name: "cassandra",
    kind: "wide-column",
    about: "real database nodes, as processes on this machine; needs Java 17",
    runtimes: ["local", "kubernetes"],
    settings: async () => (await import("@reeve/engine-cassandra")).cassandraSettings,
    load: async ({ objectStore, authority, keyFiles }) =>
      (await import("@reeve/engine-cassandra")).createCassandraEngine(defined({ objectStore, authority, keyFiles })),
    software: async () => (await import("@reeve/engine-cassandra/software")).cassandraSoftware,
    optional: "@reeve/engine-cassandra",
  },
  {
    name: "hdfs",
    kind: "file-system",
    about: "a real file system, as processes on this machine; needs Java 17",
    runtimes: ["local", "kubernetes"],
    settings: async () => (await import("@reeve/engine-hdfs")).hdfsSettings,
    load: async () => (await import("@reeve/engine-hdfs")).createHdfsEngine(),
    software: async () => (await import("@reeve/engine-hdfs/software")).hdfsSoftware,
  },
];

export const registeredRuntimes: readonly RegisteredRuntime[] = [
  { name: "simulated", load: async ({ simulation }) => (await simulation()).runtime },
  { name: "local", load: async ({ folder }) => (await import("@reeve/runtime-local")).createLocalRuntime({ folder }) },
  {
    name: "kubernetes",
    settings: async () => (await import("@reeve/runtime-kubernetes")).kubernetesSettings,
    load: async () => (await import("@reeve/runtime-kubernetes")).createKubernetesRuntime(),
    installation: () => import("@reeve/runtime-kubernetes"),
    optional: "@reeve/runtime-kubernetes",
  },
];

/** The package of an engine or a runtime that is not installed; undefined if everything is there. */
export async function missingPackage({
  optional,
  settings,
}: Pick<Registered<unknown>, "optional" | "settings">): Promise<string | undefined> {
  if (optional === undefined) return undefined;
  const found = await loadOptional(optional, async () => (await settings?.()) ?? {});
  return found ? undefined : optional;
}

/** Creates the simulation that all simulated engines share. */
export async function loadSimulation(
  ...options: Parameters<typeof import("@reeve/engine-simulated")["createSimulation"]>
): Promise<Simulation> {
  return (await import("@reeve/engine-simulated")).createSimulation(...options);
}
