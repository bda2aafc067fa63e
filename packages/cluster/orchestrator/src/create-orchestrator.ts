import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@reeve/contract";
import { carryOut, deployed } from "./carry-out.ts";
import { demands, validated } from "./deployment.ts";
import { requestChange } from "./host/host.ts";
import { closeHost } from "./host/lifecycle.ts";
import type { RunningRemoval } from "./host/removal.ts";
import { dropOldConfigurations } from "./machine/configurations.ts";
import { dropOldMaintenance } from "./machine/maintenance.ts";
import { type Managed, openStored, throwFirst } from "./managed.ts";
import { DEFAULT_RETENTION, type Orchestrator, type OrchestratorOptions, type Retention } from "./orchestrator.ts";
import { systemClock } from "./platform.ts";
import { deploymentPreviewOf } from "./preview.ts";
import type { Runtime } from "./runtime.ts";
import { committer } from "./state/committer.ts";
import { type Database, openDatabase } from "./state/database.ts";
import { openSecretKey } from "./state/secret-key.ts";

/** Opens the stored state and resumes every instance. */
export async function createOrchestrator(options: OrchestratorOptions): Promise<Orchestrator> {
  const database = openDatabase(options.state);
  try {
    return await orchestrate(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Like `createOrchestrator`, but uses a database that is already open. Closing the orchestrator also closes the database. */
export async function orchestrate(database: Database, options: OrchestratorOptions): Promise<Orchestrator> {
  const { engines, absent, clock = systemClock, log = () => undefined, uuid = randomUUID } = options;
  const managed: Managed = {
    folder: options.state,
    engines,
    ...(absent && { absent }),
    database,
    committer: committer(database, clock, log),
    clock,
    log,
    uuid,
    secretOf: openSecretKey(options.state, database),
    hosts: new Map(),
    instances: new Map(),
    removals: new Map(),
    listeners: new Set(),
    retention: storedRetention(database),
  };
  const { instances, removals, listeners } = managed;
  await openStored(managed);

  /** Deployments run one after another, because each deployment is compared with the result of the previous one. */
  let last: Promise<unknown> = Promise.resolve();
  return {
    deploy: (definitions, deployOptions = {}) => {
      const next = last.then(async () => {
        await tryRemovals(managed, ({ name }) => deployOptions.remove === true || Object.hasOwn(definitions, name));
        await validated(demands(definitions, managed, deployOptions), managed);
        // The state may have changed while the software validated the settings.
        return carryOut(managed, demands(definitions, managed, deployOptions));
      });
      last = next.catch(() => undefined);
      return next;
    },
    compare: async (definitions, compareOptions = {}) =>
      (await validated(demands(definitions, managed, compareOptions), managed)).map((demand) => ({
        ...deployed(managed, demand),
        preview: deploymentPreviewOf(managed, demand),
      })),
    instances: () => [...instances.values()],
    instance: (name) => instances.get(name),
    removals: () => [...removals.values()],
    watchRemovals: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get retention() {
      return managed.retention;
    },
    retain: (retention) => retain(managed, retention),
    trouble: database.trouble,
    close: async ({ tasks } = {}) => {
      // A deployment that waits for a removal waits no longer.
      for (const removal of removals.values()) void removal.close().catch(() => undefined);
      await last;
      await closeAll(managed, tasks);
    },
  };
}

/** Tries again at once to remove instances that concern a deployment, because the operator may just have removed the obstacle. */
async function tryRemovals({ removals }: Managed, isMeant: (removal: RunningRemoval) => boolean): Promise<void> {
  await Promise.all([...removals.values()].filter(isMeant).map((removal) => removal.tryNow()));
}

const SETTINGS = "settings";
const RETENTION = "retention";

function storedRetention(database: Database): Retention {
  const [stored] = database.entries(SETTINGS, RETENTION);
  return { ...DEFAULT_RETENTION, ...(isRecord(stored?.[1]) && stored[1]) };
}

function retain(managed: Managed, retention: Retention): void {
  if (isDeepStrictEqual(retention, managed.retention)) return;
  managed.database.write([[SETTINGS, RETENTION, retention]]);
  managed.retention = retention;
  for (const host of managed.hosts.values()) {
    requestChange(host, () => {
      dropOldConfigurations(host.machine);
      dropOldMaintenance(host.machine);
    });
  }
}

async function closeAll(managed: Managed, tasks: "stop" | "leave" | undefined): Promise<void> {
  const { hosts, instances, removals, database } = managed;
  const closing = await Promise.allSettled([
    ...[...hosts.values()].map((host) => closeHost(host, tasks ?? (leavesTasks(host.runtime) ? "leave" : "stop"))),
    ...[...removals.values()].map((removal) => removal.close()),
  ]);
  hosts.clear();
  instances.clear();
  database.close();
  throwFirst(closing);
}

function leavesTasks({ simulated, outlivesService }: Runtime): boolean {
  return simulated || outlivesService === true;
}
