import { isDeepStrictEqual } from "node:util";
import type { PodSpec } from "@reeve/scheduler-models";
import type { DeployedConfiguration } from "../instance.ts";
import type { InstanceState, Machine, NodeRun } from "./machine.ts";
import { specOf } from "./node.ts";

/** Makes a configuration the target. */
export function addConfiguration(machine: Machine, configuration: DeployedConfiguration): void {
  const { state, changes } = machine;
  const last = [...state.configurationKeys.values()].at(-1);
  state.configurations.set(configuration.id, configuration);
  state.configurationKeys.set(configuration.id, (last ?? -1) + 1);
  state.record.target = configuration.id;
  changes.configurations.add(configuration.id);
}

/** Drops the oldest configurations beyond the limit, except those that are still in use. */
export function dropOldConfigurations({ state, changes, retention }: Machine): void {
  let surplus = state.configurations.size - retention.configurations;
  if (surplus <= 0) return;
  const used = configurationsInUse(state);
  for (const configuration of [...state.configurations.values()]) {
    if (surplus <= 0) return;
    const { id } = configuration;
    if (used.has(id)) continue;
    changes.dropped.set(state.configurationKeys.get(id) ?? -1, configuration);
    changes.configurations.delete(id);
    state.configurations.delete(id);
    state.configurationKeys.delete(id);
    surplus--;
  }
}

/** The target configuration, and every configuration that a node has, a task runs, or a step applies. */
function configurationsInUse(state: InstanceState): ReadonlySet<string | undefined> {
  const used = new Set<string | undefined>([state.record.target]);
  for (const { record } of state.nodes.values()) {
    used.add(record.wanted).add(record.configuration).add(record.operation?.configuration);
    for (const { configuration } of record.tasks) used.add(configuration);
  }
  for (const plan of state.plans.values()) {
    for (const { steps } of plan.phases) {
      for (const { record } of steps) if (record.action.type === "update") used.add(record.action.configuration);
    }
  }
  return used;
}

/** The pod specs of the target configuration. */
export function targetSpecs({ configurations, record }: InstanceState): readonly PodSpec[] {
  return configurations.get(record.target)?.podSpecs ?? [];
}

/**
 * The results of comparisons, by pairs of pod specs. They can be cached because specs never change, and a thousand nodes share one spec.
 */
const compared = new WeakMap<PodSpec, WeakMap<PodSpec, boolean>>();

/** Whether two configurations have the same pod spec apart from the number of nodes, so that a node need not be launched again. */
export function isSame(state: InstanceState, podType: string, from: string | undefined, to: string): boolean {
  if (from === undefined) return false;
  if (from === to) return true;
  const before = specOf(state, podType, from);
  const after = specOf(state, podType, to);
  const known = compared.get(before) ?? new WeakMap<PodSpec, boolean>();
  compared.set(before, known);
  const answer = known.get(after) ?? isDeepStrictEqual({ ...before, count: 0 }, { ...after, count: 0 });
  known.set(after, answer);
  return answer;
}

/** Whether a node was launched with the current addresses of its peers. */
export function knowsPeers(machine: Machine, node: NodeRun): boolean {
  const task = machine.sequence(node).at(-1);
  const launched = node.record.tasks.find((each) => each.task === task);
  if (task === undefined || launched?.environment === undefined) return true;
  const now = machine.environment(node, task);
  return now === undefined || now === launched.environment;
}
