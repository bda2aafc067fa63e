import type { Simulation } from "@reeve/engine-simulated";
import type { Engine, Kind, Runtime, Settings } from "@reeve/orchestrator";

// The one list of what there is. No other source imports the package of an engine or a runtime, or compares its name: `scripts/layers.ts` sees to it.

/** An engine that definitions can name. */
export interface RegisteredEngine {
  readonly name: string;
  readonly kind: Kind;
  /** What it is, in a few words; empty for what is part of Reeve. */
  readonly about: string;
  /** The runtimes that it goes together with, the usual one first. */
  readonly runtimes: readonly string[];
  /** What a definition can say to it; also known where it is not loaded. */
  settings(): Promise<Settings>;
  load(surroundings: Surroundings): Promise<Engine>;
  /** What has to be on the machine for it, where that is anything. */
  software?(): Promise<Software>;
}

/** A runtime that definitions can name. */
export interface RegisteredRuntime {
  readonly name: string;
  /** What a definition can say to it, where that is anything. */
  settings?(): Promise<Settings>;
  load(surroundings: Surroundings): Promise<Runtime>;
}

/** What engines and runtimes are loaded with. */
export interface Surroundings {
  /** Where what really runs is kept. */
  readonly folder: string;
  /** One simulation for all that is simulated. */
  simulation(): Promise<Simulation>;
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
    runtimes: ["local"],
    settings: async () => (await import("@reeve/engine-kafka")).kafkaSettings,
    load: async () => (await import("@reeve/engine-kafka")).createKafkaEngine(),
    software: async () => (await import("@reeve/engine-kafka/software")).kafkaSoftware,
  },
];

export const registeredRuntimes: readonly RegisteredRuntime[] = [
  { name: "simulated", load: async ({ simulation }) => (await simulation()).runtime },
  {
    name: "local",
    load: async ({ folder }) => (await import("@reeve/runtime-local")).createLocalRuntime({ folder }),
  },
];

/** Makes the simulation that all which is simulated shares. */
export async function loadSimulation(
  ...options: Parameters<typeof import("@reeve/engine-simulated")["createSimulation"]>
): Promise<Simulation> {
  return (await import("@reeve/engine-simulated")).createSimulation(...options);
}
