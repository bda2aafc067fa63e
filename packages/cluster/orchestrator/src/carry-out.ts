import type { DeploymentChange } from "@reeve/scheduler-models";
import { expectShrinkable, type InstanceDemand } from "./deployment.ts";
import { type Host, identitiesFor } from "./host/host.ts";
import type { DeployedConfiguration } from "./instance.ts";
import { advance } from "./machine/advance.ts";
import { targetSpecs } from "./machine/configurations.ts";
import { adoptDefinition, configure } from "./machine/configure.ts";
import { beginRemoval, enlist, hostOf, type Managed, openAll } from "./managed.ts";
import { nodeIdsOf } from "./pod-specs.ts";
import type { Identity } from "./runtime.ts";
import type { InstanceRecord } from "./state/records.ts";
import { LIST, newState } from "./state/rows.ts";

/**
 * Carries out a deployment. Until the first change is made, everything can still be refused:
 *
 * 1. New instances are prepared in memory.
 * 2. Definitions with fewer nodes are refused if the state cannot be written, or if the remaining nodes could not hold the data.
 * 3. The runtime assigns addresses and ports to the nodes of changed instances, and the new instances are opened. If this fails, the
 *    previous addresses are restored.
 *
 * Then changed instances get their new configuration, and removed instances the mark `removing`; one transaction stores all of it. After
 * this, the new instances begin, and the removals stop their tasks.
 */
export async function carryOut(managed: Managed, demands: readonly InstanceDemand[]): Promise<readonly DeploymentChange[]> {
  const { hosts, committer } = managed;
  const fresh = demands.flatMap((demand) => (demand.change === "new" ? [prepare(managed, demand)] : []));
  expectRoomToLeave(managed, demands);
  await expectRoomForData(hosts, demands);
  const identities = await identified(hosts, demands);
  await openAll(fresh).catch(async (error: unknown) => {
    await identifyAsBefore(hosts, identities.keys());
    throw error;
  });
  const leaving: Host[] = [];
  for (const demand of demands) {
    const host = hosts.get(demand.name);
    if (!host) continue;
    const { machine } = host;
    if (demand.change === "removed") {
      machine.state.record.removing = true;
      machine.changes.instance = true;
      leaving.push(host);
    } else if (demand.change === "changed") {
      if (demand.podSpecs) {
        configure(machine, configurationOf(managed, demand.definition, demand.podSpecs), identities.get(demand.name));
      } else adoptDefinition(machine, demand.definition);
      advance(machine);
    } else continue;
    committer.soon(host.writer);
  }
  for (const host of fresh) enlist(managed, host);
  try {
    committer.now();
  } catch (error) {
    // The removals could not be stored, so the instances continue to exist.
    for (const { machine } of leaving) delete machine.state.record.removing;
    throw error;
  }
  const removals = leaving.map((host) => beginRemoval(managed, host));
  await Promise.all(
    removals.map(async (removal) => {
      await removal.stop();
      await removal.tryNow();
    }),
  );
  return demands.map((demand) => deployed(managed, demand));
}

/** What callers of a deployment learn about an instance. */
export function deployed({ hosts, removals }: Managed, { name, change }: InstanceDemand): DeploymentChange {
  const troubles = removals.get(name)?.troubles;
  const configuration = hosts.get(name)?.machine.state.record.target;
  return { instance: name, change, configuration, ...(troubles && { troubles }) };
}

/** Creates an instance in memory; nothing is stored yet. */
export function prepare(managed: Managed, demand: Extract<InstanceDemand, { readonly definition: unknown }>): Host {
  const { name, definition, engine, podSpecs = [] } = demand;
  const configuration = configurationOf(managed, definition, podSpecs);
  const record: InstanceRecord = { name, definition: { ...definition, plans: {} }, target: configuration.id };
  const host = hostOf(managed, newState(record, engine.internalPods));
  configure(host.machine, configuration);
  return host;
}

export function configurationOf(
  { uuid, clock }: Managed,
  definition: DeployedConfiguration["definition"],
  podSpecs: DeployedConfiguration["podSpecs"],
): DeployedConfiguration {
  return { id: uuid(), created: new Date(clock.now()).toISOString(), definition, podSpecs };
}

/** Refuses to remove nodes if the state cannot be written. Otherwise nodes could be removed although the caller got an error. */
function expectRoomToLeave({ hosts, database }: Managed, demands: readonly InstanceDemand[]): void {
  for (const demand of demands) {
    const machine = hosts.get(demand.name)?.machine;
    if (demand.change !== "changed" || !demand.podSpecs || !machine) continue;
    const ids = new Set(demand.podSpecs.flatMap(nodeIdsOf));
    const leaves = [...machine.state.nodes.keys()].some((id) => !ids.has(id));
    if (leaves) database.write([[LIST, demand.name, machine.state.record]]);
  }
}

/** Refuses a definition with fewer nodes if the remaining nodes could not hold the data. Called before any node is decommissioned. */
async function expectRoomForData(hosts: Managed["hosts"], demands: readonly InstanceDemand[]): Promise<void> {
  for (const demand of demands) {
    const host = hosts.get(demand.name);
    const cluster = host?.opened?.cluster;
    if (demand.change !== "changed" || !demand.podSpecs || !host || !cluster?.mayShrink) continue;
    for (const { type, count } of targetSpecs(host.machine.state)) {
      const to = demand.podSpecs.find((spec) => spec.type === type)?.count ?? 0;
      if (to < count) expectShrinkable(demand.name, type, [count, to], await cluster.mayShrink(type, to));
    }
  }
}

/** Assigns addresses and ports to nodes. Existing instances come first, so that new ones can use the ports that they release. */
async function identified(
  hosts: Managed["hosts"],
  demands: readonly InstanceDemand[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Identity>>> {
  const identities = new Map<string, ReadonlyMap<string, Identity>>();
  for (const demand of demands) {
    const host = hosts.get(demand.name);
    if (demand.change !== "changed" || !demand.podSpecs || !host) continue;
    try {
      identities.set(demand.name, await identitiesFor(host, demand.podSpecs));
    } catch (error) {
      await identifyAsBefore(hosts, [demand.name, ...identities.keys()]);
      throw error;
    }
  }
  return identities;
}

/** Restores the previous addresses and ports after a refused deployment, so that running nodes keep them. */
async function identifyAsBefore(hosts: Managed["hosts"], names: Iterable<string>): Promise<void> {
  for (const name of names) {
    const host = hosts.get(name);
    if (host) await identitiesFor(host, targetSpecs(host.machine.state)).catch(() => undefined);
  }
}
