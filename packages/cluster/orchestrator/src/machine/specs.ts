import { isDeepStrictEqual } from "node:util";
import type { PodSpec } from "@reeve/scheduler-models";
import type { Machine } from "./machine.ts";
import { specOf } from "./node.ts";
import type { InstanceState, NodeRun } from "./run.ts";

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
