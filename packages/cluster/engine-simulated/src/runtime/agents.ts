import { ReeveError } from "@reeve/contract";
import {
  type Agents,
  contentOfFile,
  type Ended,
  type LaunchRequest,
  type Placement,
  type RuntimeContext,
  reasonOf,
  type TaskState,
  type TaskToMeasure,
  taskEnvironment,
  type Usage,
} from "@reeve/orchestrator/runtime";
import { retryingStore } from "../world/retrying-store.ts";
import { createTimers } from "../world/timers.ts";
import type { Process, ProcessEnding, World } from "../world/world.ts";
import { type Addresses, openAgentPool, placementOn, portsOf } from "./agent-pool.ts";
import { simulatedUsage } from "./measure.ts";
import {
  openSimulatedTaskRecords,
  openVolumes,
  type SimulatedEndState,
  type SimulatedTaskRecord,
  simulatedRecordOf,
  simulatedStateOf,
} from "./task-records.ts";

/** Durations in milliseconds at pace 1. */
const LAUNCH = 60;
const ONE_SHOT = 120;

/** The agents of one service instance. Demonstrations and tests can make the nodes on these agents fail. */
export interface SimulatedAgents extends Agents {
  /** Kills a node's process like `kill -9`. Returns false if the node runs no process. */
  kill(node: string): boolean;
  /** Kills a node's process and empties its volume. Returns false if the node runs no process. */
  wipe(node: string): boolean;
}

/** A task that has not ended. */
interface Live {
  readonly record: SimulatedTaskRecord;
  /** The process of the task; absent until the task has started. */
  process?: Process;
  stopping: boolean;
  /** Cancels the task's next scheduled event. */
  takeBack: () => void;
}

/** The tasks, volumes and agents of one instance. */
type AgentsState = ReturnType<typeof openState>;

function openState(context: RuntimeContext, world: World, addresses: Addresses) {
  const { clock, log } = context;
  const store = retryingStore(context.store, clock);
  const records = openSimulatedTaskRecords(store);
  return {
    ...{ context, world, addresses, clock, log, store, records },
    timers: createTimers(clock, world.pace),
    pool: openAgentPool(store, addresses),
    volumes: openVolumes(store, records.all()),
    live: new Map<string, Live>(),
    listeners: new Set<(state: TaskState) => void>(),
    ending: new AbortController(),
  };
}

/** Opens the agents of one instance, and continues the tasks that are stored as running. */
export function openSimulatedAgents(context: RuntimeContext, world: World, addresses: Addresses): SimulatedAgents {
  const parts = openState(context, world, addresses);
  const { timers, pool, records, volumes, live, listeners } = parts;
  for (const { node, placement } of records.all()) pool.keep(node, placement.agent);
  world.onCrash((taskId, reason) => fail(parts, taskId, reason));

  return {
    async adopt(taskIds) {
      const requests = new Set(taskIds);
      records.forget([...records.all()].filter(({ taskId }) => !requests.has(taskId)));
      for (const record of [...records.all()]) if (!record.ended) run(parts, begin(parts, record), true);
      world.settle();
      return [...records.all()].map(simulatedStateOf);
    },
    async identify(nodes) {
      const host = (node: string) => `${node}.${context.instance}.simulated.invalid`;
      return new Map(nodes.map(({ node, ports, had }) => [node, { host: host(node), ports: portsOf(ports, had?.ports ?? {}) }]));
    },
    launch: (request) => launch(parts, request),
    stop: (taskId) => stop(parts, taskId),
    async deleteVolume(volume) {
      const user = [...live.values()].find(({ record }) => record.volume === volume);
      if (user) throw new ReeveError("conflict", `the volume ${volume} is still in use by ${user.record.taskId}`);
      volumes.delete(volume);
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get count() {
      return pool.count;
    },
    log: (request) => world.output.read(request, parts.ending.signal),
    usage: async (tasks) => usageOf(parts, tasks),
    kill: (node) => kill(parts, node),
    wipe(node) {
      const volume = running(parts, node)?.record.volume;
      if (!kill(parts, node)) return false;
      if (volume !== undefined) world.wipe(volume);
      return true;
    },
    async close() {
      timers.close();
      parts.ending.abort();
      pool.close();
      listeners.clear();
    },
  };
}

/** What running tasks use because of the traffic. Without traffic, simulated nodes use nothing. */
function usageOf({ world, records, clock }: AgentsState, tasks: readonly TaskToMeasure[]): ReadonlyMap<string, Usage> {
  const level = world.traffic();
  if (level === "quiet") return new Map();
  return new Map(
    tasks.flatMap(({ taskId, volumes }) => {
      const record = records.get(taskId);
      if (!record || record.ended) return [];
      const { node, podType, launched } = record;
      const { memory: limit, disk } = world.sizeOf(node);
      const load = { node, podType, level, launched: Date.parse(launched), now: clock.now(), limit, disk };
      return [[taskId, simulatedUsage({ ...load, hasVolumes: volumes.length > 0 })] as const];
    }),
  );
}

function now({ clock }: AgentsState): string {
  return new Date(clock.now()).toISOString();
}

function report({ listeners }: AgentsState, state: TaskState): void {
  for (const listener of listeners) listener(state);
}

function begin({ live }: AgentsState, record: SimulatedTaskRecord): Live {
  const task: Live = { record, stopping: false, takeBack: () => {} };
  live.set(record.taskId, task);
  return task;
}

function run(parts: AgentsState, task: Live, adopted: boolean): void {
  const { timers, live, world } = parts;
  const { record } = task;
  if (record.lastWords !== undefined) {
    fail(parts, record.taskId, record.lastWords);
    return;
  }
  task.process = { ...record, adopted };
  if (record.oneShot) task.takeBack = timers.after(ONE_SHOT, () => end(parts, task, "finished", "finished"));
  if (!adopted) report(parts, { ...simulatedStateOf(record), at: now(parts) });
  // A listener may have stopped the task in the meantime.
  if (live.has(record.taskId) && !record.sidecar) world.start(task.process);
}

function end(parts: AgentsState, task: Live, ending: ProcessEnding, state: "finished" | "stopped"): void {
  close(parts, task, ending, { taskId: task.record.taskId, at: now(parts), state, ...ranOf(task) });
}

function fail(parts: AgentsState, taskId: string, reason: string): void {
  const { live } = parts;
  const task = live.get(taskId);
  if (task) close(parts, task, "killed", { taskId, at: now(parts), state: "failed", reason, ...ranOf(task) });
}

function close(parts: AgentsState, task: Live, ending: ProcessEnding, ended: SimulatedEndState): void {
  const { live, world, records, log, context } = parts;
  const { record, process } = task;
  task.takeBack();
  live.delete(record.taskId);
  // The engine stores the task's results first, and then the task's end is stored. If the service is killed between the two writes, the
  // task ends a second time. In the reverse order, the results would be lost.
  if (process && !record.sidecar) world.end(process, ending);
  records.keep({ ...record, ended });
  log("debug", "simulated task ended", { instance: context.instance, task: record.taskId, state: ended.state });
  report(parts, ended);
}

/** Returns the placement of a task that has run. A task that failed because of its files has not run. */
function ranOf({ process, record }: Live): Ended {
  return process ? { ran: record.placement } : {};
}

function running({ live, records }: AgentsState, node: string): Live | undefined {
  return records
    .of(node)
    .filter(({ sidecar }) => !sidecar)
    .map(({ taskId }) => live.get(taskId))
    .find((task) => task !== undefined);
}

function kill(parts: AgentsState, node: string): boolean {
  const task = running(parts, node);
  if (task) fail(parts, task.record.taskId, "it was killed (signal 9)");
  return task !== undefined;
}

async function launch(parts: AgentsState, request: LaunchRequest): Promise<void> {
  const { records, live, volumes, pool, timers } = parts;
  const before = records.get(request.taskId);
  if (before) {
    const isKnown = before.ended !== undefined || live.get(request.taskId)?.process !== undefined;
    if (isKnown) report(parts, simulatedStateOf(before));
    return;
  }
  const lost = volumes.missing(request);
  if (lost !== undefined) {
    const reason = `the volume ${lost} is missing`;
    return report(parts, { taskId: request.taskId, at: now(parts), state: "failed", reason, lost });
  }
  volumes.make(request);
  // A node never shares its agent with another node of the instance. This satisfies every placement rule.
  const agent = request.on?.agent ?? pool.place(request.node, request.avoid);
  if (request.on && !request.sidecar) pool.keep(request.node, agent);
  const placement = placementOn(agent, request);
  const record = simulatedRecordOf(request, placement, now(parts), lastWordsOfFiles(request, placement));
  // When a node's next task is launched, the records of its ended tasks are dropped.
  records.keep(record, request.sidecar ? [] : records.of(request.node).filter(({ ended, sidecar }) => ended && !sidecar));
  const task = begin(parts, record);
  task.takeBack = timers.after(LAUNCH, () => run(parts, task, false));
}

async function stop(parts: AgentsState, taskId: string): Promise<void> {
  const { live, records, world, timers } = parts;
  const task = live.get(taskId);
  if (!task) return report(parts, records.get(taskId)?.ended ?? { taskId, at: now(parts), state: "stopped" });
  if (task.stopping) return;
  task.stopping = true;
  task.takeBack();
  const takes = task.process && !task.record.sidecar ? world.askToEnd(task.process) : 0;
  const grace = task.record.grace * 1000;
  const inTime = takes * world.pace() <= grace;
  const wait = inTime ? takes : grace / world.pace();
  task.takeBack = timers.after(wait, () => end(parts, task, inTime ? "stopped" : "killed", "stopped"));
}

/** The working directory of a task in a Mesos container. */
const SANDBOX = "/mnt/mesos/sandbox";

/** Fills in the templates of a task's files. If this is not possible, returns the error message with which the task fails. */
function lastWordsOfFiles(request: LaunchRequest, placement: Placement): string | undefined {
  const environment = taskEnvironment(request, placement, SANDBOX);
  for (const file of request.files) {
    try {
      contentOfFile(file, { ...environment, ...request.secrets });
    } catch (error) {
      return reasonOf(error);
    }
  }
  return undefined;
}
