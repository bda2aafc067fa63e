import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@reeve/contract";
import { systemClock } from "./clock.ts";
import { refitted } from "./definition/instance-definition.ts";
import { type Demand, demands, expectShrinkable, findEngine } from "./deployment.ts";
import { createHost, type Host } from "./host/host.ts";
import { instanceOf } from "./host/instance-of.ts";
import { type RunningRemoval, removalOf } from "./host/removal.ts";
import type { Configuration, Instance } from "./instance.ts";
import { advance } from "./machine/advance.ts";
import { dropOldConfigurations, targetSpecs } from "./machine/configurations.ts";
import { adoptDefinition, configure } from "./machine/configure.ts";
import { dropOldMaintenance } from "./machine/maintenance-history.ts";
import type { InstanceState } from "./machine/run.ts";
import type { Deployed, Orchestrator, OrchestratorOptions } from "./orchestrator.ts";
import { DEFAULT_RETENTION, type Retention } from "./retention.ts";
import type { Identity, Runtime } from "./runtime.ts";
import { nodeIdsOf } from "./specs/node-ids.ts";
import { committer } from "./state/committer.ts";
import { type Database, openDatabase } from "./state/database.ts";
import { loadState, newState } from "./state/load.ts";
import type { InstanceRecord } from "./state/records.ts";
import { LIST } from "./state/rows.ts";
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
  const { engines, clock = systemClock, log = () => undefined, uuid = randomUUID } = options;
  const keep = committer(database, clock, log);
  const secretOf = openSecretKey(options.state, database);
  const hosts = new Map<string, Host>();
  const instances = new Map<string, Instance>();
  const removals = new Map<string, RunningRemoval>();
  const listeners = new Set<() => void>();
  let retention = keptRetention(database);
  const host = (state: InstanceState) => {
    const pair = findEngine(state.record.name, state.record.definition, engines);
    return createHost({
      state,
      ...pair,
      database,
      committer: keep,
      clock,
      log,
      uuid,
      secretOf,
      retention: () => retention,
    });
  };
  const enlist = (each: Host) => {
    hosts.set(each.machine.state.record.name, each);
    instances.set(each.machine.state.record.name, instanceOf(each));
  };

  const tellOfRemovals = () => {
    for (const listener of [...listeners]) listener();
  };
  const enlistRemoval = (each: Host): RunningRemoval => {
    const { name } = each.machine.state.record;
    const over = () => {
      removals.delete(name);
      tellOfRemovals();
    };
    const removal = removalOf(each, { database, committer: keep, clock, log, changed: tellOfRemovals, over });
    hosts.delete(name);
    instances.delete(name);
    removals.set(name, removal);
    return removal;
  };

  await openKept();

  async function openKept(): Promise<void> {
    const kept = database.entries(LIST).map(([, value]) => {
      const record = value as InstanceRecord;
      const offer = findEngine(record.name, record.definition, engines);
      const { engine } = offer;
      record.definition = refitted(record.definition, offer);
      return host(loadState(database, record, engine.internalPods));
    });
    const isLeaving = ({ machine }: Host) => machine.state.record.removing === true;
    const staying = kept.filter((each) => !isLeaving(each));
    await openAll(staying);
    for (const each of staying) {
      enlist(each);
      each.begin();
    }
    keep.settle();
    // Removals that cannot go on must not hold up the start.
    for (const each of kept.filter(isLeaving)) void enlistRemoval(each).tryNow();
  }

  const context = { hosts, removals, engines };

  /** Tries again at once to remove instances that concern a deployment, because the operator may just have removed the obstacle. */
  async function tryRemovals(isMeant: (removal: RunningRemoval) => boolean): Promise<void> {
    await Promise.all([...removals.values()].filter(isMeant).map((removal) => removal.tryNow()));
  }

  /** Deployments run one after another, because each deployment is compared with the result of the previous one. */
  let last: Promise<unknown> = Promise.resolve();
  const deploy: Orchestrator["deploy"] = (definitions, deployOptions = {}) => {
    const next = last.then(async () => {
      await tryRemovals(({ name }) => deployOptions.remove === true || Object.hasOwn(definitions, name));
      return carryOut(demands(definitions, context, deployOptions));
    });
    last = next.catch(() => undefined);
    return next;
  };

  async function carryOut(demands: readonly Demand[]): Promise<readonly Deployed[]> {
    const fresh = demands.flatMap((demand) => (demand.change === "new" ? [prepare(demand)] : []));
    expectRoomToLeave(demands);
    await expectRoomForData(demands);
    const identities = await identified(demands);
    await openAll(fresh).catch(async (error: unknown) => {
      await identifyAsBefore(identities.keys());
      throw error;
    });
    const leaving: Host[] = [];
    for (const demand of demands) {
      const existing = hosts.get(demand.name);
      if (!existing) continue;
      const { machine } = existing;
      if (demand.change === "removed") {
        machine.state.record.removing = true;
        machine.changes.instance = true;
        leaving.push(existing);
      } else if (demand.change === "changed") {
        if (demand.podSpecs) {
          configure(machine, configurationOf(demand.definition, demand.podSpecs), identities.get(demand.name));
        } else adoptDefinition(machine, demand.definition);
        advance(machine);
      } else continue;
      keep.soon(existing.writer);
    }
    for (const each of fresh) {
      enlist(each);
      each.begin();
    }
    try {
      keep.now();
    } catch (error) {
      // The removals could not be stored, so the instances continue to exist.
      for (const each of leaving) delete each.machine.state.record.removing;
      throw error;
    }
    await Promise.all(
      leaving.map(enlistRemoval).map(async (removal) => {
        await removal.stop();
        await removal.tryNow();
      }),
    );
    return demands.map(deployed);
  }

  /** Refuses to remove nodes if the state cannot be written. Otherwise nodes could be removed although the caller got an error. */
  function expectRoomToLeave(demands: readonly Demand[]): void {
    for (const demand of demands) {
      const machine = hosts.get(demand.name)?.machine;
      if (demand.change !== "changed" || !demand.podSpecs || !machine) continue;
      const ids = new Set(demand.podSpecs.flatMap(nodeIdsOf));
      const leaves = [...machine.state.nodes.keys()].some((id) => !ids.has(id));
      if (leaves) database.write([[LIST, demand.name, machine.state.record]]);
    }
  }

  /** Refuses a definition with fewer nodes if the remaining nodes could not hold the data. Called before any node is decommissioned. */
  async function expectRoomForData(demands: readonly Demand[]): Promise<void> {
    for (const demand of demands) {
      const existing = hosts.get(demand.name);
      const cluster = existing?.opened?.cluster;
      if (demand.change !== "changed" || !demand.podSpecs || !existing || !cluster?.mayShrink) continue;
      for (const { type, count } of targetSpecs(existing.machine.state)) {
        const to = demand.podSpecs.find((spec) => spec.type === type)?.count ?? 0;
        if (to < count) expectShrinkable(demand.name, type, [count, to], await cluster.mayShrink(type, to));
      }
    }
  }

  /**
   * Assigns addresses and ports to the nodes of changed configurations. Existing instances come first, so that new instances can use the
   * ports that existing instances release.
   */
  async function identified(demands: readonly Demand[]): Promise<ReadonlyMap<string, ReadonlyMap<string, Identity>>> {
    const found = new Map<string, ReadonlyMap<string, Identity>>();
    for (const demand of demands) {
      const existing = hosts.get(demand.name);
      if (demand.change !== "changed" || !demand.podSpecs || !existing) continue;
      try {
        found.set(demand.name, await existing.identities(demand.podSpecs));
      } catch (error) {
        await identifyAsBefore([demand.name, ...found.keys()]);
        throw error;
      }
    }
    return found;
  }

  /** Restores the previous addresses and ports after a refused deployment, so that running nodes keep them. */
  async function identifyAsBefore(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      const { machine, identities } = hosts.get(name) ?? {};
      if (machine && identities) await identities(targetSpecs(machine.state)).catch(() => undefined);
    }
  }

  /** Creates an instance in memory; nothing is stored yet. */
  function prepare(demand: Extract<Demand, { readonly definition: unknown }>): Host {
    const { name, definition, engine, podSpecs = [] } = demand;
    const configuration = configurationOf(definition, podSpecs);
    const record: InstanceRecord = {
      name,
      definition: { ...definition, plans: {} },
      target: configuration.id,
    };
    const prepared = host(newState(record, engine.internalPods));
    configure(prepared.machine, configuration);
    return prepared;
  }

  function configurationOf(
    definition: Configuration["definition"],
    podSpecs: Configuration["podSpecs"],
  ): Configuration {
    return { id: uuid(), created: new Date(clock.now()).toISOString(), definition, podSpecs };
  }

  function deployed({ name, change }: Demand): Deployed {
    const troubles = removals.get(name)?.troubles;
    const configuration = hosts.get(name)?.machine.state.record.target;
    return { instance: name, change, configuration, ...(troubles && { troubles }) };
  }

  return {
    deploy,
    compare: (definitions, compareOptions = {}) => demands(definitions, context, compareOptions).map(deployed),
    instances: () => [...instances.values()],
    instance: (name) => instances.get(name),
    removals: () => [...removals.values()],
    watchRemovals: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get retention() {
      return retention;
    },
    retain: (demands) => {
      if (isDeepStrictEqual(demands, retention)) return;
      database.write([[SETTINGS, RETENTION, demands]]);
      retention = demands;
      for (const { machine, request } of hosts.values()) {
        request(() => {
          dropOldConfigurations(machine);
          dropOldMaintenance(machine);
        });
      }
    },
    trouble: database.trouble,
    close: async ({ tasks } = {}) => {
      // A deployment that waits for a removal waits no longer.
      for (const each of removals.values()) void each.close().catch(() => undefined);
      await last;
      const closing = await Promise.allSettled([
        ...[...hosts.values()].map((each) => each.close(tasks ?? (leavesTasks(each.runtime) ? "leave" : "stop"))),
        ...[...removals.values()].map((each) => each.close()),
      ]);
      hosts.clear();
      instances.clear();
      database.close();
      throwFirst(closing);
    },
  };
}

/** The owner of the database entries with the orchestrator's own settings. */
const SETTINGS = "settings";
const RETENTION = "retention";

function keptRetention(database: Database): Retention {
  const [kept] = database.entries(SETTINGS, RETENTION);
  return { ...DEFAULT_RETENTION, ...(isRecord(kept?.[1]) && kept[1]) };
}

/** Opens all instances, or none if one fails. */
async function openAll(hosts: readonly Host[]): Promise<void> {
  const opening = await Promise.allSettled(hosts.map((each) => each.open()));
  if (opening.every(({ status }) => status === "fulfilled")) return;
  await Promise.allSettled(hosts.map((each) => each.close("leave")));
  throwFirst(opening);
}

function leavesTasks({ simulated, outlivesService }: Runtime): boolean {
  return simulated || outlivesService === true;
}

function throwFirst(results: readonly PromiseSettledResult<unknown>[]): void {
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
