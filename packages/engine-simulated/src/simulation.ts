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

/** All options have defaults. */
export interface SimulationOptions {
  /** Random numbers of at least 0 and less than 1: they choose replicas and the demo key space's rows. */
  readonly random?: () => number;
  /** Milliseconds with fractions, for the producer test's measurements. */
  readonly stopwatch?: () => number;
  /** Where `s3://bucket` points in backups of a database. */
  readonly objectStore?: ObjectStoreOptions;
}

/** Simulated engines, and the runtime that their nodes run on. */
export interface Simulation {
  /** Each kind's engine with its runtime, as an orchestrator takes them. */
  readonly engines: readonly { readonly engine: Engine; readonly runtime: Runtime }[];
  readonly runtime: Runtime;
  /** Kills a node's process as `kill -9` does. */
  kill(instance: string, node: string): void;
  /** Kills a node's process and empties its volume, as a broken disk does. */
  wipe(instance: string, node: string): void;
}

/** Creates a simulation. It serves one orchestrator; another one needs a simulation of its own. */
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
      log("info", "all nodes of this instance are simulated", { instance });
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
