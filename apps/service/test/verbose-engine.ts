import type { BrokerDefinition, Cluster, Engine } from "@reeve/orchestrator/engine";
import { createLocalRuntime, type LocalRuntimeOptions } from "@reeve/runtime-local";
import type { ResourceSet } from "@reeve/scheduler-models";

/** Brokers that only print text: small processes of this machine, for tests of node output. */
export function verboseEngines(options: LocalRuntimeOptions) {
  return [{ engine: verboseEngine, runtime: createLocalRuntime(options) }];
}

const verboseEngine: Engine<BrokerDefinition> = {
  name: "talking",
  kind: "broker",
  simulated: false,
  internalPods: ["controller"],
  podSpecs: (_, { settings }) => [
    pod("controller", 1, "echo controlling; exec sleep 1000"),
    pod("broker", settings.BROKER_COUNT, settings.BROKER_MEM < 100 ? NO_MEMORY : OUTPUT_INTERVAL),
  ],
  open: async () => cluster,
};

const NO_MEMORY = "echo no memory; exit 1";
const OUTPUT_INTERVAL = 'i=0; while [ $i -lt 1000 ]; do echo "line $i"; i=$((i+1)); done; exec sleep 1000';

const resources: ResourceSet = { id: "r", "resource-specifications": [], "volume-specifications": [] };

function pod(type: string, count: number, value: string) {
  const task = { name: "node", goal: "RUNNING", "resource-set": resources };
  return { type, count, uris: [], "task-specs": [{ ...task, "command-spec": { value, environment: {} } }] };
}

const cluster: Cluster<"broker"> = {
  sequence: () => ["node"],
  environment: () => ({}),
  ready: async ({ spec }) =>
    spec["task-specs"].some((task) => task["command-spec"].value === NO_MEMORY)
      ? { ready: false, reason: "it has no memory" }
      : { ready: true },
  mayStop: async () => ({ ready: true }),
  mayLose: async () => ({ ready: true }),
  perform: async () => undefined,
  administration: {
    layout: async () => ({ brokers: [], partitions: [] }),
  } as unknown as Cluster<"broker">["administration"],
  close: async () => undefined,
};
