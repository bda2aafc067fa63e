import { performance } from "node:perf_hooks";
import { type ObjectStoreOptions, objectStores } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Engine, Runtime } from "@reeve/orchestrator";
import { brokerEngine } from "./broker/broker-engine.ts";
import { fileSystemEngine } from "./file-system/file-system-engine.ts";
import { createAddresses } from "./runtime/addresses.ts";
import { openAgents, type SimulatedAgents } from "./runtime/agents.ts";
import { wideColumnEngine } from "./wide-column/wide-column-engine.ts";
import { createWorlds } from "./world/worlds.ts";

/** What a simulation may be given; everything has a default. */
export interface SimulationOptions {
  /** At least 0, less than 1: where replicas go, which rows the demo key space has. */
  readonly random?: () => number;
  /** Milliseconds with fractions: what the producer test measures with. */
  readonly stopwatch?: () => number;
  /** Where `s3://bucket` leads when a database is backed up. */
  readonly objectStore?: ObjectStoreOptions;
}

/** Simulated software, and the simulated machines that it runs on. */
export interface Simulation {
  /** Each kind's engine with where it runs, as an orchestrator takes them. */
  readonly engines: readonly { readonly engine: Engine; readonly runtime: Runtime }[];
  readonly runtime: Runtime;
  /** Ends what runs for a node from one moment to the next, as `kill -9` does. */
  kill(instance: string, node: string): void;
  /** Kills a node and takes everything from its volume, as a broken disk does. */
  wipe(instance: string, node: string): void;
}

/** Makes a simulation. What is in it belongs to the orchestrator that it is given to: another one needs another simulation. */
export function createSimulation({
  random = Math.random,
  stopwatch = () => performance.now(),
  objectStore = {},
}: SimulationOptions = {}): Simulation {
  const worlds = createWorlds();
  const addresses = createAddresses();
  const opened = new Map<string, SimulatedAgents>();

  const runtime: Runtime = {
    name: "simulated",
    simulated: true,
    async open(context) {
      const { instance, log } = context;
      log("info", "nothing of this instance is real: its nodes are simulated", { instance });
      const agents = openAgents(context, worlds.open(instance), addresses);
      opened.set(instance, agents);
      return {
        ...agents,
        get count() {
          return agents.count;
        },
        async close() {
          opened.delete(instance);
          await agents.close();
          worlds.close(instance);
        },
      };
    },
  };

  function agentsOf(instance: string): SimulatedAgents {
    const agents = opened.get(instance);
    if (agents) return agents;
    throw new ReeveError("not-found", `the simulation has no instance ${instance}`);
  }

  function expectRunning(did: boolean, instance: string, node: string): void {
    if (!did) throw new ReeveError("conflict", `nothing runs for ${node} of ${instance}`);
  }

  return {
    runtime,
    engines: [
      { engine: brokerEngine(worlds, { random, stopwatch }), runtime },
      { engine: wideColumnEngine(worlds, { random, openObjectStore: objectStores(objectStore) }), runtime },
      { engine: fileSystemEngine(worlds), runtime },
    ],
    kill: (instance, node) => expectRunning(agentsOf(instance).kill(node), instance, node),
    wipe: (instance, node) => expectRunning(agentsOf(instance).wipe(node), instance, node),
  };
}
