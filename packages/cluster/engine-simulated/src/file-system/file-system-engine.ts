import { ReeveError } from "@reeve/contract";
import type { Cluster, Engine, EngineContext, NodeView, Readiness } from "@reeve/orchestrator/engine";
import { type SimulatedFileSystem, simulatedSettings } from "../settings.ts";
import { limitsAtPace } from "../world/limits.ts";
import { retryingStore } from "../world/retrying-store.ts";
import { createTimers } from "../world/timers.ts";
import type { Worlds } from "../world/worlds.ts";
import { type Daemons, followDaemons } from "./daemons.ts";
import { mayLoseDaemons } from "./losing.ts";
import { fileSystemPodSpecs } from "./pod-specs.ts";
import { mayStopDaemon, readyDaemon } from "./readiness.ts";
import { variablesOf } from "./settings.ts";
import { siteDocument } from "./site.ts";
import { statusOf } from "./status.ts";

/** Creates the engine whose nodes are simulated daemons of a file system. */
export function fileSystemEngine(worlds: Worlds): Engine<SimulatedFileSystem> {
  return {
    name: "simulated",
    kind: "file-system",
    simulated: true,
    internalPods: [],
    limits: limitsAtPace,
    mayShrink: (podType) =>
      podType === "data" ? { ready: true } : { ready: false, reason: "only data nodes can be removed" },
    settings: simulatedSettings["file-system"],
    podSpecs: fileSystemPodSpecs,
    open: async (context) => openFileSystem(context, worlds),
  };
}

function openFileSystem(context: EngineContext<SimulatedFileSystem>, worlds: Worlds): Cluster<"file-system"> {
  const { instance, clock, definition } = context;
  const world = worlds.open(instance);
  world.setPace(() => definition().pace);
  const daemons = followDaemons(retryingStore(context.store, clock), world, createTimers(clock, world.pace), {
    journals: () => definition().pods.journal.count,
    automaticFailover: () => variablesOf(definition()).HA_AUTOMATIC_FAILURE === "true",
  });
  return {
    sequence: (node) => sequenceOf(node, daemons),
    environment: () => ({}),
    before: async (node, change) =>
      node.podType === "data" && change === "leave" ? daemons.decommission(node.id) : YES,
    ready: async (node) => readyDaemon(node, daemons),
    mayStop: async (node) => mayStopDaemon(node, daemons, context),
    mayLose: async (nodes) => mayLoseDaemons(nodes, daemons, context),
    perform: async ({ name }) => {
      throw new ReeveError("bad-input", `unknown work for a file system: ${name}`);
    },
    administration: {
      site: async (document) => siteDocument(document, instance, definition()),
      status: async () => statusOf(daemons, definition()),
    },
    async close() {
      daemons.close();
      worlds.close(instance);
    },
  };
}

const YES: Readiness = { ready: true };

/**
 * Returns the tasks of a node, in order. The first name node creates the namespace, but only once. A name node that later starts on an
 * empty volume fetches the namespace from the other name node. The first failover controller initialises the failover, also only once.
 */
function sequenceOf({ id, podType, volumes, done }: NodeView, { formats }: Daemons): readonly string[] {
  if (podType === "name") {
    const first = ["format", "bootstrap"].find((task) => done.includes(task));
    const [volume] = Object.values(volumes);
    const makes = id === "name-0" && (!formats.nameSpace() || formats.has(volume));
    return [first ?? (makes ? "format" : "bootstrap"), "node"];
  }
  const places = id === "fc-0" && (!formats.failover() || done.includes("format"));
  return places ? ["format", "node"] : ["node"];
}
