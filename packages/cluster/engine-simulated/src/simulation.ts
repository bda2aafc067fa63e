import { performance } from "node:perf_hooks";
import { backupKeys, type KeyFiles, type ObjectStoreOptions, objectStores } from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import type { Clock, Engine } from "@reeve/orchestrator/engine";
import type { Runtime } from "@reeve/orchestrator/runtime";
import { brokerEngine } from "./broker/broker-engine.ts";
import { fileSystemEngine } from "./file-system/file-system-engine.ts";
import { createAddresses } from "./runtime/agent-pool.ts";
import { openSimulatedAgents, type SimulatedAgents } from "./runtime/agents.ts";
import { wideColumnEngine } from "./wide-column/wide-column-engine.ts";
import { createWorlds } from "./world/world.ts";

/** Options of a simulation; all have defaults. */
export interface SimulationOptions {
  /** Returns random numbers of at least 0 and less than 1, for the places of replicas and the rows of the demo keyspace. */
  readonly random?: () => number;
  /** Returns a time in milliseconds (with fractions), with which the producer test measures durations. */
  readonly stopwatch?: () => number;
  /** The object store in which a database's backups to `s3://bucket` are stored. */
  readonly objectStore?: ObjectStoreOptions;
  /** Where the keys are kept with which backups are signed and verified (default: in memory). */
  readonly keyFiles?: KeyFiles;
}

/** Simulated engines and the runtime for their nodes. */
export interface Simulation {
  /** The engine of each kind of service together with its runtime, as an option for `createOrchestrator`. */
  readonly engines: readonly { readonly engine: Engine; readonly runtime: Runtime }[];
  readonly runtime: Runtime;
  /** Kills a node's process like `kill -9`. */
  kill(instance: string, node: string): void;
  /** Kills a node's process and empties its volume, as if the disk had failed. */
  wipe(instance: string, node: string): void;
}

/** Creates a simulation for a single orchestrator. Several orchestrators cannot share a simulation. */
export function createSimulation({
  random = Math.random,
  stopwatch = () => performance.now(),
  objectStore = {},
  keyFiles,
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
      const agents = openSimulatedAgents(context, worlds.open(instance, context.clock), addresses);
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
    if (!did) throw new ReeveError("conflict", `${node} of ${instance} has no running process`);
  }

  return {
    runtime,
    engines: [
      { engine: brokerEngine(worlds, { random, stopwatch }), runtime },
      { engine: wideColumnEngine(worlds, { random, openObjectStore: objectStores(objectStore), keys: backupKeys(keyFiles) }), runtime },
      { engine: fileSystemEngine(worlds), runtime },
    ],
    kill: (instance, node) => expectRunning(agentsOf(instance).kill(node), instance, node),
    wipe: (instance, node) => expectRunning(agentsOf(instance).wipe(node), instance, node),
  };
}

/** A clock for tests. Its time only advances when `advance` is called, so tests need not wait. */
export interface ManualClock extends Clock {
  /** Advances the time. The timers that become due run in order, each at its own time. */
  advance(milliseconds: number): Promise<void>;
}

/** Makes a manual clock. */
export function manualClock(start: number = Date.UTC(2030, 0, 1)): ManualClock {
  let now = start;
  let count = 0;
  const due = new Map<number, { readonly at: number; readonly run: () => void }>();

  function next(until: number): number | undefined {
    let first: number | undefined;
    let earliest = until;
    for (const [id, { at }] of due) {
      if (at < earliest || (at === earliest && first === undefined)) [first, earliest] = [id, at];
    }
    return first;
  }

  return {
    now: () => now,
    after(milliseconds, run) {
      const id = count++;
      due.set(id, { at: now + Math.max(0, milliseconds), run });
      return () => due.delete(id);
    },
    async advance(milliseconds) {
      const until = now + milliseconds;
      await settled();
      for (let id = next(until); id !== undefined; id = next(until)) {
        const timer = due.get(id);
        due.delete(id);
        if (!timer) break;
        now = Math.max(now, timer.at);
        timer.run();
        await settled();
      }
      now = until;
    },
  };
}

/** Waits until all promises that can settle have settled, including those that are created meanwhile. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
