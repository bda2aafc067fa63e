import { runtimeSettings } from "../definition/settings.ts";
import type { Cluster } from "../engine.ts";
import type { NodeView } from "../instance.ts";
import { targetSpecs } from "../machine/configurations.ts";
import { identify, nodesToIdentify } from "../machine/identities.ts";
import { type InstanceState, type Machine, timestamp } from "../machine/machine.ts";
import { viewOfNode } from "../machine/node.ts";
import { onTaskState } from "../machine/node-events.ts";
import { reasonOf } from "../messages.ts";
import type { Agents, TaskState } from "../runtime.ts";
import { type Host, onEvent } from "./host.ts";

/** Opens the engine and the runtime, and takes over the tasks that are still running. */
export async function openHost(host: Host): Promise<void> {
  const { state, machine } = host;
  const agents = await openAgents(host);
  try {
    const known = await agents.adopt([...state.tasks.keys()]);
    await identifyAll(host, agents);
    let early: TaskState[] | undefined = [...known];
    host.unwatch = agents.watch((report) => {
      if (early) early.push(report);
      else onEvent(host, () => hear(host, report));
    });
    host.opened = { agents, cluster: await openCluster(host, agents) };
    launchAgain(state, known);
    const missed = [...lostTasks(machine, known), ...early];
    early = undefined;
    for (const report of missed) hear(host, report);
  } catch (error) {
    host.unwatch();
    await agents.close();
    throw error;
  }
}

/** Opens the runtime. The signal ends the wait for a runtime that cannot be opened. */
export function openAgents({ name, runtime, database, clock, log, state }: Host, signal?: AbortSignal): Promise<Agents> {
  return runtime.open({
    instance: name,
    store: database.store(`runtime/${name}`),
    clock,
    log,
    settings: () => runtimeSettings(state.record.definition, runtime),
    ...(signal && { signal }),
  });
}

function openCluster(host: Host, agents: Agents): Promise<Cluster> {
  const { name, engine, database, clock, log, secretOf } = host;
  const current = () => host.previewed ?? host.state;
  const nodes = nodeList(current);
  return engine.open({
    instance: name,
    store: database.store(`engine/${name}`),
    clock,
    log,
    definition: () => current().record.definition,
    nodes: nodes.all,
    node: nodes.get,
    ...(agents.reach && { reach: agents.reach }),
    ...(agents.exec && { exec: agents.exec }),
    secret: (purpose) => secretOf(name, purpose),
  });
}

/**
 * Asks the runtime for the identities of all nodes. If the runtime refuses, running nodes keep their identities, and each later launch
 * fails with the reason of the refusal.
 */
async function identifyAll({ name, machine, state, log }: Host, agents: Agents): Promise<void> {
  try {
    identify(machine, await agents.identify(nodesToIdentify(state, targetSpecs(state))));
  } catch (error) {
    if ([...state.nodes.values()].every(({ record }) => record.configuration === undefined)) throw error;
    log("warn", "nodes cannot get their ports", { instance: name, reason: reasonOf(error) });
  }
}

function hear({ name, machine, log }: Host, report: TaskState): void {
  if (report.state === "failed" && machine.state.tasks.has(report.taskId))
    log("warn", "a task died", { instance: name, task: report.taskId, reason: report.reason });
  onTaskState(machine, report);
}

/** Marks waiting tasks that the runtime no longer knows, so that they are sent to the runtime again. */
function launchAgain({ tasks }: InstanceState, known: readonly TaskState[]): void {
  const knownIds = new Set(known.map(({ taskId }) => taskId));
  for (const [taskId, { record }] of tasks) {
    const task = record.tasks.find((other) => other.taskId === taskId);
    if (task?.state === "waiting" && !knownIds.has(taskId)) task.state = "launching";
  }
}

/**
 * Returns the final states of tasks that were running when the service ended and that the runtime no longer knows. A task that was being
 * stopped is `stopped`; any other task is `failed`.
 */
function lostTasks(machine: Machine, known: readonly TaskState[]): readonly TaskState[] {
  const knownIds = new Set(known.map(({ taskId }) => taskId));
  const at = timestamp(machine);
  return [...machine.state.tasks].flatMap(([taskId, { record }]): readonly TaskState[] => {
    const task = [...record.tasks, ...(record.sidecars ?? [])].find((other) => other.taskId === taskId);
    if (knownIds.has(taskId) || task?.state !== "running") return [];
    if (record.state === "stopping") return [{ taskId, at, state: "stopped" }];
    return [{ taskId, at, state: "failed", reason: "the task was no longer running when the service started again" }];
  });
}

/** Lists the current nodes. The result is the same list object until a node changes. */
function nodeList(current: () => InstanceState): {
  all(): readonly NodeView[];
  get(id: string): NodeView | undefined;
} {
  let list: NodeView[] = [];
  return {
    all: () => {
      const state = current();
      const runs = [...state.nodes.values()];
      if (list.length !== runs.length || runs.some((node, index) => node.view === undefined || node.view !== list[index])) {
        list = runs.map((node) => viewOfNode(state, node));
      }
      return list;
    },
    get: (id) => {
      const state = current();
      const node = state.nodes.get(id);
      return node && viewOfNode(state, node);
    },
  };
}
