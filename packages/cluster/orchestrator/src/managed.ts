import { refitted } from "./definition/instance-definition.ts";
import { findEngine } from "./deployment.ts";
import { createHost, type Host, type SharedByHosts } from "./host/host.ts";
import { instanceOf } from "./host/instance-of.ts";
import { beginControllers, closeHost, openHost } from "./host/lifecycle.ts";
import { type RunningRemoval, removalOf } from "./host/removal.ts";
import type { Instance } from "./instance.ts";
import type { InstanceState } from "./machine/machine.ts";
import type { OrchestratorOptions, Retention } from "./orchestrator.ts";
import { moveSecretsOut } from "./state/plain-secrets.ts";
import type { InstanceRecord } from "./state/records.ts";
import { LIST, loadState } from "./state/rows.ts";

/** Everything that an orchestrator manages, and what it needs for this. */
export interface Managed extends SharedByHosts, Pick<OrchestratorOptions, "engines" | "absent"> {
  /** The folder of the state. */
  readonly folder: string | undefined;
  readonly hosts: Map<string, Host>;
  readonly instances: Map<string, Instance>;
  readonly removals: Map<string, RunningRemoval>;
  /** Called after every change of the removals. */
  readonly listeners: Set<() => void>;
  retention: Retention;
}

/** Makes the host of an instance, which is not open yet. */
export function hostOf(managed: Managed, state: InstanceState): Host {
  const pair = findEngine(state.record.name, state.record.definition, managed.engines, managed.absent);
  return createHost({ ...managed, ...pair, state, retention: () => managed.retention });
}

/** Adds an open instance, and starts its controllers. */
export function enlist({ hosts, instances }: Managed, host: Host): void {
  const { name } = host;
  hosts.set(name, host);
  instances.set(name, instanceOf(host));
  beginControllers(host);
}

/** Begins the removal of an instance. From now on it is no longer among the instances. */
export function beginRemoval(managed: Managed, host: Host): RunningRemoval {
  const { hosts, instances, removals, listeners } = managed;
  const { name } = host;
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const over = () => {
    removals.delete(name);
    changed();
  };
  const removal = removalOf(host, { folder: managed.folder, changed, over });
  hosts.delete(name);
  instances.delete(name);
  removals.set(name, removal);
  return removal;
}

/** Resumes every stored instance and every removal. */
export async function openStored(managed: Managed): Promise<void> {
  const { folder, database, committer, log, engines, absent } = managed;
  const stored = database.entries(LIST).map(([, value]) => {
    const old = value as InstanceRecord;
    const offer = findEngine(old.name, old.definition, engines, absent);
    const record = moveSecretsOut(database, old, offer, { state: folder, log });
    record.definition = refitted(record.definition, offer);
    return hostOf(managed, loadState(database, record, offer.engine.internalPods));
  });
  const isLeaving = ({ state }: Host) => state.record.removing === true;
  const staying = stored.filter((host) => !isLeaving(host));
  await openAll(staying);
  for (const host of staying) enlist(managed, host);
  committer.settle();
  // Removals that cannot go on must not hold up the start.
  for (const host of stored.filter(isLeaving)) void beginRemoval(managed, host).tryNow();
}

/** Opens all instances, or none if one fails. */
export async function openAll(hosts: readonly Host[]): Promise<void> {
  const opening = await Promise.allSettled(hosts.map(openHost));
  if (opening.every(({ status }) => status === "fulfilled")) return;
  await Promise.allSettled(hosts.map((host) => closeHost(host, "leave")));
  throwFirst(opening);
}

export function throwFirst(results: readonly PromiseSettledResult<unknown>[]): void {
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
