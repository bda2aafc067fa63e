import {
  type BackupKeys,
  backupCatalog,
  dropOld,
  keysAdministration,
  type OpenObjectStore,
  planOfBackup,
  planOfMaintenance,
  type TableChoice,
} from "@reeve/backups";
import { ReeveError } from "@reeve/contract";
import {
  avoid,
  type Cluster,
  type Engine,
  type EngineContext,
  notReady,
  podSpec,
  READY,
  type Readiness,
  resourceSet,
  taskSpec,
  type WideColumnAdministration,
  type WideColumnDefinition,
  type Work,
  type WorkContext,
} from "@reeve/orchestrator/engine";
import type { PodSpec } from "@reeve/scheduler-models";
import { type SimulatedDatabaseDefinition, simulatedEngine, simulatedSettings } from "../settings.ts";
import { openSimulation } from "../world/open-simulation.ts";
import type { Worlds } from "../world/world.ts";
import { forgetRows, giveAway, mayJoin, mayLoseRows, simulatedNodeDetails, simulatedNodeStatus } from "./answers.ts";
import { type BackedUp, simulateSchemaBackup, simulateSnapshot, simulateUpload } from "./backup.ts";
import { openSimulatedDatabase } from "./database.ts";
import { simulateCleanup, simulateRepair } from "./maintenance.ts";
import { followRing } from "./membership.ts";
import { simulateDownload, simulatedRestorePlan, simulateRestore, simulateSchemaRestore } from "./restore.ts";
import { chosenSimulatedTables } from "./schema.ts";

/** What all databases of a simulation share. */
interface DatabaseContext {
  random(): number;
  readonly openObjectStore: OpenObjectStore;
  readonly keys: BackupKeys;
}

/** Creates the engine whose nodes are simulated nodes of a wide-column database. */
export function wideColumnEngine(worlds: Worlds, database: DatabaseContext): Engine<SimulatedDatabaseDefinition> {
  return {
    ...simulatedEngine,
    kind: "wide-column",
    settings: simulatedSettings["wide-column"],
    podSpecs: wideColumnPodSpecs,
    mayShrink: () => READY,
    open: async (context) => openDatabaseNodes(context, worlds, database),
  };
}

const works: Readonly<Record<string, (work: Work, context: WorkContext, backed: BackedUp) => Promise<void>>> = {
  cleanup: simulateCleanup,
  repair: simulateRepair,
  snapshot: simulateSnapshot,
  upload: simulateUpload,
  "backup-schema": simulateSchemaBackup,
  retention: dropOld,
  "restore-schema": simulateSchemaRestore,
  download: simulateDownload,
  restore: simulateRestore,
};

function openDatabaseNodes(
  context: EngineContext<SimulatedDatabaseDefinition>,
  worlds: Worlds,
  { random, openObjectStore, keys }: DatabaseContext,
): Cluster<"wide-column"> {
  const { instance, clock, definition } = context;
  const { store, world, timers } = openSimulation(context, worlds);
  const database = openSimulatedDatabase(store);
  const count = () => definition().settings.NODE_COUNT;
  const names = () => Array.from({ length: count() }, (_, index) => `node-${index}`);
  const membership = followRing(database, world, timers, { nodes: count, random });
  const running = new Set<Work>();
  const backed: BackedUp = {
    ...{ instance, store, clock, database, membership, timers, names, openObjectStore, keys },
    retention: () => definition().backups,
  };

  const nodeOf = (id: string) => {
    const node = context.node(id);
    if (node) return node;
    throw new ReeveError("not-found", `there is no node ${id}`);
  };

  const check = async (choice: TableChoice) => void chosenSimulatedTables(database.schema(), choice);

  const administration: WideColumnAdministration = {
    connection: async () =>
      context
        .nodes()
        .filter(({ id, placement }) => placement && membership.mode(id) === "NORMAL")
        .map(({ placement }) => `${placement?.addresses[0]}:${placement?.ports.native}`),
    status: async (id) => simulatedNodeStatus(nodeOf(id), database, membership),
    details: async (id) => simulatedNodeDetails(nodeOf(id), database, membership),
    cleanup: async (request) => planOfMaintenance("cleanup", request, names(), { check }),
    repair: async (request) => planOfMaintenance("repair", request, names(), { check }),
    backup: (request) => planOfBackup(request, backed, { uploads: "serial" }),
    restore: async (request) => simulatedRestorePlan(request, backed),
    backups: backupCatalog(openObjectStore, keys, () => clock.now()),
    backupKeys: keysAdministration(instance, keys, () => clock.now()),
  };

  return {
    sequence: () => ["node"],
    environment: () => ({}),
    async ready({ id }): Promise<Readiness> {
      const mode = membership.mode(id);
      if (mode === "NORMAL") return READY;
      return notReady(mode === "UNKNOWN" ? "it is not running" : `it is ${mode}`);
    },
    async mayStop({ id }): Promise<Readiness> {
      for (const { name, node } of running) {
        if (node === id) return notReady(`${name} is running on ${id}`);
      }
      if (membership.mode(id) === "JOINING") return notReady(`${id} is joining; if it is stopped now, it has to join from the beginning`);
      const peers = context.nodes().filter((peer) => peer.id !== id && peer.placement);
      const away = peers.find((peer) => membership.mode(peer.id) !== "NORMAL");
      return away ? notReady(`${away.id} is ${membership.mode(away.id)}`) : READY;
    },
    mayStart: async (node) => mayJoin(node, context.nodes(), database),
    before: async (node, change) => (change === "leave" ? giveAway(node, context.nodes(), { database, membership }) : READY),
    after: async (node, change) => (change === "leave" ? forgetRows(node, database) : READY),
    mayLose: async (lost) => mayLoseRows(lost, context.nodes(), { database, membership }),
    async perform(work, workContext) {
      const run = Object.hasOwn(works, work.name) ? works[work.name] : undefined;
      if (!run) throw new ReeveError("bad-input", `unknown work for a database: ${work.name}`);
      running.add(work);
      try {
        await run(work, workContext, backed);
        store.expectKept();
      } finally {
        running.delete(work);
      }
    },
    administration,
    async close() {
      membership.close();
      worlds.close(instance);
    },
  };
}

function wideColumnPodSpecs(instance: string, definition: WideColumnDefinition): readonly PodSpec[] {
  const { settings } = definition;
  const resources = {
    cpus: settings.NODE_CPUS,
    mem: settings.NODE_MEM,
    ports: [
      { name: "native", number: 9042, variable: "NATIVE_TRANSPORT_PORT" },
      { name: "storage", number: 7000, variable: "STORAGE_PORT" },
    ],
    volume: { size: settings.NODE_DISK, type: "ROOT", path: "node-data" },
  };
  const task = taskSpec({
    resources: resourceSet("node-resources", resources, definition),
    command: { value: "reeve-simulated database-node", environment: { CLUSTER_NAME: instance } },
    files: [{ name: "cassandra", "relative-path": "etc/cassandra.yaml", "template-content": SETTINGS_FILE }],
  });
  return [podSpec(definition, { type: "node", count: settings.NODE_COUNT, tasks: [task], placement: avoid("node") })];
}

const SETTINGS_FILE = `# A simulated node: this file is checked as a real one's would be, and otherwise not read.
cluster_name: {{CLUSTER_NAME}}
num_tokens: 16
native_transport_port: {{NATIVE_TRANSPORT_PORT}}
storage_port: {{STORAGE_PORT}}
data_file_directories: ["{{MESOS_SANDBOX}}/node-data"]
hinted_handoff_enabled: false
`;
