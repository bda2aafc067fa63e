import { ReeveError } from "@reeve/contract";
import { isOneShot, type NodeAction } from "@reeve/scheduler-models";
import type { Nodes, ReplaceOptions, RestartOptions } from "../instance.ts";
import { advance } from "../machine/advance.ts";
import { targetSpecs } from "../machine/configurations.ts";
import type { Machine, NodeRun, StepRun } from "../machine/machine.ts";
import { liveTasks, specOf, viewOfNode } from "../machine/node.ts";
import { stepsOfPlan } from "../machine/plan-run.ts";
import { requestRecovery } from "../machine/recovery.ts";
import { isInterrupted, touchStep } from "../machine/step.ts";
import { suggestionFor } from "../messages.ts";
import { knownTaskName, nodeIdsOf } from "../pod-specs.ts";
import { type Host, openedBy, requestChange } from "./host.ts";

/** Returns the node operations of an instance. Only pod types for which `isShown` returns true are included. */
export function nodesOf(host: Host, isShown: (podType: string) => boolean): Nodes {
  const { machine, runtime } = host;
  const { state } = machine;
  const { name } = state.record;

  function shown(id: string): NodeRun {
    const node = state.nodes.get(id);
    if (node && isShown(node.record.podType)) return node;
    throw new ReeveError("not-found", `no node "${id}" in ${name}`);
  }
  const request = (id: string, wanted: NodeRequest) => requestChange(host, () => requestOfNode(machine, shown(id), wanted));

  return {
    ids: () => {
      const leaving = [...state.nodes.values()].filter(({ record }) => record.leaving !== undefined);
      return targetSpecs(state)
        .filter(({ type }) => isShown(type))
        .flatMap((spec) => {
          const ids = nodeIdsOf(spec);
          const others = leaving.filter(({ record }) => record.podType === spec.type && !ids.includes(record.id));
          return [...ids, ...others.map(({ record }) => record.id)];
        });
    },
    get: (id) => {
      host.committer.settle();
      const node = state.nodes.get(id);
      return node && isShown(node.record.podType) ? viewOfNode(state, node) : undefined;
    },
    restart: (id, options) => request(id, { type: "restart", ...options }),
    replace: (id, options) => request(id, { type: "replace", ...options }),
    pause: (id) => request(id, { type: "pause" }),
    usage: async ({ disk = true, often = false } = {}) => {
      const { agents } = openedBy(host);
      const running = [...state.nodes.values()].flatMap(({ record }) => {
        const task = record.tasks.find(({ state }) => state === "running");
        return task && isShown(record.podType)
          ? [{ node: record.id, taskId: task.taskId, volumes: disk ? Object.values(record.volumes) : [] }]
          : [];
      });
      if (often && running.length > (agents.measuredOften ?? running.length)) return new Map();
      const used = await agents.usage?.(running);
      return new Map(
        running.flatMap(({ node, taskId }) => {
          const usage = used?.get(taskId);
          return usage ? [[node, usage] as const] : [];
        }),
      );
    },
    log: async (request) => {
      const { agents } = openedBy(host);
      if (!state.nodes.has(request.node)) {
        throw new ReeveError("not-found", `no node "${request.node}"${suggestionFor(request.node, state.nodes.keys())}`);
      }
      if (agents.log) return agents.log(request);
      throw new ReeveError("not-found", `the nodes of ${name} are ${runtime.name}, so they have no log`);
    },
  };
}

type NodeRequest =
  | { readonly type: "pause" }
  | ({ readonly type: "restart" } & RestartOptions)
  | ({ readonly type: "replace" } & ReplaceOptions);

/** Records a user's request for a node, and begins it unless something prevents that. */
function requestOfNode(machine: Machine, node: NodeRun, wanted: NodeRequest): NodeAction {
  const { id } = node.record;
  const { type } = wanted;
  if (node.record.configuration === undefined && isToBeLaunched(machine, node)) {
    throw new ReeveError("conflict", `${machine.state.record.name}: ${id} has not been launched yet; the deploy plan launches it`);
  }
  // A leaving node that is down may have to run again before its data can be moved, so its restart is allowed.
  const isNeeded = type === "restart" && node.record.state !== "running";
  if (node.record.leaving && !isNeeded) {
    throw new ReeveError(
      "conflict",
      `${machine.state.record.name}: ${id} is being decommissioned, because the definition has fewer nodes; no other operation is possible`,
    );
  }
  if (wanted.type === "restart" && wanted.tasks) expectLasting(machine, node, wanted.tasks);
  const spec = specOf(machine.state, node.record.podType, node.record.wanted);
  const tasks = liveTasks(node).map(({ task }) => `${id}-${knownTaskName(spec, task)}`);
  const step = requestRecovery(machine, node, type);
  if (wanted.type === "replace" && wanted.force) forceStep(machine, step);
  // A restart that a user requests is always performed. An automatic restart of a hanging node, in contrast, is dropped if the node
  // responds again.
  if (type === "restart") step.record.action = { type, node: id };
  advance(machine);
  const wait = step.hold && step.hold.kind !== "asking" ? step.hold.reason : "";
  const messages = [
    isInterrupted(step) && step.record.progress === "pending" ? `waits until the ${step.phase.plan.record.name} plan is continued` : wait,
    type === "pause" ? `${id} idles until it is restarted` : "",
  ];
  const message = messages.filter((each) => each !== "").join("; ");
  return { pod: id, tasks, ...(message === "" ? {} : { message }) };
}

/** Refuses to restart a one-shot task, because such a task runs only once. A restart of the long-running task is a restart of the node. */
function expectLasting({ state }: Machine, { record }: NodeRun, tasks: readonly string[]): void {
  const { id, podType, wanted } = record;
  const specs = specOf(state, podType, wanted)["task-specs"];
  for (const name of tasks) {
    const spec = specs.find((each) => each.name === name || `${id}-${each.name}` === name);
    if (!spec) {
      const known = specs.map((each) => `${id}-${each.name}`).join(", ");
      throw new ReeveError("bad-input", `tasks: ${id} has no task ${name}; it has ${known}`);
    }
    if (!isOneShot(spec)) continue;
    throw new ReeveError("conflict", `${state.record.name}: the task ${spec.name} of ${id} runs only once, so it cannot be restarted`);
  }
}

/**
 * Whether the rollout will still launch a node that was never launched. This is false if an operator forced the node's step to complete.
 */
function isToBeLaunched({ state }: Machine, node: NodeRun): boolean {
  const deploy = state.plans.get("deploy");
  return deploy !== undefined && stepsOfPlan(deploy).some((step) => step.node === node && step.record.progress !== "complete");
}

/** Allows a replace to delete the node's current volumes without asking the engine. */
function forceStep(machine: Machine, step: StepRun): void {
  const { action } = step.record;
  if (action.type !== "replace" || !step.node) return;
  step.record.action = { ...action, force: Object.values(step.node.record.volumes) };
  touchStep(machine, step);
}
