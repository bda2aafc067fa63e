/*
 * The life of a host.
 *
 * 1. It is opened: the runtime takes over the tasks that still run, the engine is opened, and the state machine learns what has become of
 *    each task. From then on, it hears each report of the runtime.
 * 2. Its controllers begin, and act on what is stored.
 * 3. It is closed: the controllers end, and the state is stored. Tasks keep running if they outlive the service, and are stopped otherwise.
 * 4. If its instance is removed, it is retired instead: its tasks are stopped, and the runtime is handed over for the rest of the removal.
 */

import { runtimeSettings } from "../definition/settings.ts";
import { openEffects } from "../effects/effects.ts";
import type { Cluster, EngineContext } from "../engine.ts";
import type { NodeView } from "../instance.ts";
import { targetSpecs } from "../machine/configurations.ts";
import { identify, nodesToIdentify } from "../machine/identities.ts";
import { type InstanceState, type Machine, timestamp } from "../machine/machine.ts";
import { resetWorks } from "../machine/maintenance.ts";
import { specOf, viewOfNode } from "../machine/node.ts";
import { onTaskState } from "../machine/node-events.ts";
import { dropStraySidecars } from "../machine/sidecars.ts";
import { reasonOf } from "../messages.ts";
import { taskSpecOf } from "../pod-specs.ts";
import type { Agents, TaskState } from "../runtime.ts";
import { settingSecrets } from "../secret-settings.ts";
import { type Host, onEvent, openedBy, showChanges } from "./host.ts";
import { type Running, stopTasks } from "./stop-tasks.ts";

/** Opens the engine and the runtime, and takes over the tasks that are still running. */
export async function openHost(host: Host): Promise<void> {
  const { state, machine } = host;
  const agents = await openAgents(host);
  try {
    let early: TaskState[] | undefined = [];
    host.unwatch = agents.watch((report) => {
      if (early) early.push(report);
      else onEvent(host, () => hear(host, report));
    });
    const known = await agents.adopt([...state.tasks.keys()]);
    await identifyAll(host, agents);
    host.opened = { agents, cluster: await openCluster(host, agents) };
    launchAgain(state, known);
    const missed = [...lostTasks(machine, known), ...known, ...early];
    early = undefined;
    for (const report of missed) hear(host, report);
  } catch (error) {
    host.unwatch();
    await agents.close();
    throw error;
  }
}

/** Opens the runtime. The signal ends the wait for a runtime that cannot be opened. */
function openAgents({ name, runtime, database, clock, log, state }: Host, signal?: AbortSignal): Promise<Agents> {
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
  return engine.open({
    instance: name,
    store: database.store(`engine/${name}`),
    clock,
    log,
    definition: () => current().record.definition,
    ...nodeList(current),
    ...(agents.reach && { reach: agents.reach }),
    ...(agents.exec && { exec: agents.exec }),
    secret: (purpose) => secretOf(name, purpose),
  });
}

/** Asks the runtime for all identities. If it refuses, running nodes keep theirs, and each later launch fails with the reason. */
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

/** The ends of the tasks that the runtime no longer knows: `stopped` if a task was being stopped, otherwise `failed`. */
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
function nodeList(current: () => InstanceState): Pick<EngineContext<unknown>, "nodes" | "node"> {
  let list: NodeView[] = [];
  return {
    nodes: () => {
      const state = current();
      const runs = [...state.nodes.values()];
      if (list.length !== runs.length || runs.some((node, index) => node.view === undefined || node.view !== list[index])) {
        list = runs.map((node) => viewOfNode(state, node));
      }
      return list;
    },
    node: (id) => {
      const state = current();
      const node = state.nodes.get(id);
      return node && viewOfNode(state, node);
    },
  };
}

/** Interval in milliseconds at which waiting steps are tried again, because some obstacles disappear with time. */
const RETRY_INTERVAL = 5000;

/** Starts the controllers. */
export function beginControllers(host: Host): void {
  const { machine, state, clock, log } = host;
  const opened = openedBy(host);
  host.effects = openEffects({
    ...{ machine, ...opened, clock, log },
    settingSecrets: ({ record }, { task, configuration }) => {
      const files = taskSpecOf(specOf(state, record.podType, configuration), task)?.["config-files"];
      const { definition } = state.configurations.get(configuration) ?? state.record;
      return settingSecrets(files, definition, host, opened.agents);
    },
    event: (happen) => onEvent(host, happen),
  });
  onEvent(host, () => {
    resetWorks(machine);
    dropStraySidecars(machine);
  });
  for (const node of state.nodes.values()) machine.changes.nodes.add(node);
  for (const plan of state.plans.values()) for (const step of plan.active) machine.changes.steps.add(step);
  const unwatchTroubles = opened.agents.watchTroubles?.((reasons) => {
    host.troubles = reasons;
    showChanges(host);
  });
  if (unwatchTroubles) host.unwatchTroubles = unwatchTroubles;
  retryLater(host);
}

function retryLater(host: Host): void {
  host.cancelRetry = host.clock.after(RETRY_INTERVAL, () => {
    if (host.state.held.size > 0) onEvent(host, () => undefined);
    retryLater(host);
  });
}

function endControllers(host: Host): void {
  host.cancelRetry();
  host.effects?.close();
  host.effects = undefined;
  host.unwatch();
  host.unwatchTroubles();
}

/** Ends the controllers and stores the state; stops all tasks before if they are to be stopped. */
export async function closeHost(host: Host, tasks: "stop" | "leave"): Promise<void> {
  const { opened } = host;
  endControllers(host);
  if (!opened) return;
  if (tasks === "stop") await stopTasks(host, opened.agents);
  storeLast(host);
  try {
    await opened.cluster.close();
  } finally {
    await opened.agents.close();
  }
}

/**
 * For the removal of the instance: stops the controllers and all tasks, closes the engine, and hands over the agents, with the tasks that
 * have not ended in time. A host that is not open opens only the runtime for this; the signal ends the wait for a runtime that cannot be
 * opened. Afterwards, the host can no longer be used.
 */
export async function retireHost(host: Host, signal: AbortSignal): Promise<{ readonly agents: Agents; readonly running: Running }> {
  const { name, log, opened } = host;
  host.isRetired = true;
  endControllers(host);
  const agents = opened?.agents ?? (await openForTheEnd(host, signal));
  const running = await stopTasks(host, agents);
  storeLast(host);
  await opened?.cluster.close().catch((error) => log("warn", "an engine could not be closed", { instance: name, reason: reasonOf(error) }));
  return { agents, running };
}

function storeLast(host: Host): void {
  host.committer.soon(host.writer);
  host.committer.settle();
  host.opened = undefined;
}

/** Opens the runtime only to end what still runs. The engine is not needed for this, so its failures cannot prevent a removal. */
async function openForTheEnd(host: Host, signal: AbortSignal): Promise<Agents> {
  const agents = await openAgents(host, signal);
  try {
    await agents.adopt([...host.state.tasks.keys()]);
    return agents;
  } catch (error) {
    await agents.close();
    throw error;
  }
}
