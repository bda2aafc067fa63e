/*
 * A task, from the request for it to its end.
 *
 * 1. A launch is recorded before anything is created, so that the next service knows what it may find.
 * 2. The objects of the task are created (`task-objects.ts`). This is repeated until it succeeds or can never succeed. While it fails, the
 *    task waits for the reason.
 * 3. What then becomes of the pod is reported (`reports.ts`), until the task has ended. Its end is recorded.
 * 4. A stop is recorded, and the pod is deleted. The task ends when the pod is gone.
 * 5. Launches and stops can be requested again, and a new service adopts the recorded tasks: it ends those that were not asked for, and
 *    goes on with the stops that were not over.
 *
 * A task has one piece of work in progress, a start or a stop, and newer work replaces older work.
 */

import { type LaunchRequest, portsAsked, reasonOf, type TaskState } from "@reeve/orchestrator/runtime";
import { ApiRefusal, explainRefusal } from "../api/failure.ts";
import type { Pod } from "../api/pods.ts";
import type { InstanceContext } from "../instance-context.ts";
import type { HeadlessService } from "../instance-objects.ts";
import { portsFor } from "../pods/container.ts";
import { isOf } from "../pods/names.ts";
import { type PodEnd, podStateOf } from "../pods/state-of.ts";
import { retryUntilDone } from "../retry.ts";
import {
  closeReports,
  conclude,
  endMissing,
  findMissing,
  gone,
  openReports,
  type ReportsState,
  report,
  reportIfChanged,
  seen,
  stopWaiting,
} from "./reports.ts";
import { deletePod, makeTaskObjects, PodVolumeLost } from "./task-objects.ts";
import type { PodTaskRecord } from "./task-records.ts";

/** The work in progress for a task. */
interface Turn {
  readonly what: "start" | "stop";
  abort(): void;
  over: Promise<void>;
}

interface TasksState extends ReportsState {
  readonly service: HeadlessService;
  /** By task id. */
  readonly turns: Map<string, Turn>;
  /** Whether the tasks are adopted. Before that, nothing is looked at. */
  isAdopted: boolean;
}

/** Opens the tasks of an instance, each of which runs in a pod. */
export function openTasks(context: InstanceContext, service: HeadlessService) {
  const { records } = context;
  const turns = new Map<string, Turn>();
  const state: TasksState = { ...openReports(context, turns), service, turns, isAdopted: false };
  return {
    seen: (pod: Pod) => state.isAdopted && seen(state, pod),
    gone: (pod: Pod) => state.isAdopted && gone(state, pod),
    listed: () => state.isAdopted && findMissing(state),
    watch: (listener: (heard: TaskState) => void) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    /** Takes over the tasks that run, and ends those that were not asked for. Returns the states of the others. */
    adopt: (taskIds: readonly string[]) => adopt(state, taskIds),
    launch: (request: LaunchRequest, signal: AbortSignal) => launch(state, request, signal),
    stop(taskId: string): void {
      const record = records.get(taskId);
      if (record && !record.ended) stopLater(state, record);
      else report(state, record?.ended ?? { taskId, at: now(state), state: "stopped" });
    },
    /** Called when the runtime closes, which has ended the work in progress. */
    async close(): Promise<void> {
      await Promise.all([...turns.values()].map(({ over }) => over));
      closeReports(state);
    },
  };
}

function now({ clock }: TasksState): string {
  return new Date(clock.now()).toISOString();
}

function launch(state: TasksState, request: LaunchRequest, signal: AbortSignal): void {
  const { closing, instance, records, last, pods, names, turns } = state;
  const { taskId, node } = request;
  if (closing.aborted) throw new Error(`${instance} is closed`);
  const known = records.get(taskId);
  if (known?.ended) return void report(state, known.ended);
  if (known) {
    last.delete(taskId);
    const pod = pods().get(names.pod(taskId));
    if (pod && known.isMade) return void seen(state, pod);
    if (turns.has(taskId)) return;
  }
  if (signal.aborted) return;
  const record: PodTaskRecord = {
    ...{ taskId, node, task: request.task, oneShot: request.oneShot },
    ...(request.sidecar && { sidecar: true }),
    host: names.host(node),
    ports: portsFor(portsAsked(request.resources), request.identity.ports),
    launched: now(state),
  };
  records.keep(record);
  begin(state, taskId, "start", (aborted) => start(state, request, record, AbortSignal.any([aborted, signal])));
}

async function start(state: TasksState, request: LaunchRequest, record: PodTaskRecord, signal: AbortSignal): Promise<void> {
  const { client, service, closing, names, instanceId, settings, clock, records, pods, last } = state;
  const { taskId } = request;
  const failed = (error: unknown) => reportIfChanged(state, record, { state: "waiting", reason: explainRefusal(error, client.server) });
  const attempt = async () => {
    await service.ensure(closing);
    const options = { names, instanceId, settings: settings(), ports: record.ports };
    return makeTaskObjects(request, state, options, signal);
  };
  const started = await retryUntilDone(attempt, { clock, signal, failed }).then(
    (pod) => ({ pod }),
    (error: unknown) => ({ error }),
  );
  if ("error" in started && signal.aborted) return;
  await untilStored(state, taskId, closing, () => {
    const known = records.get(taskId);
    if (!known || known.ended) return;
    const pod = pods().get(names.pod(taskId));
    if ("error" in started) return conclude(state, known, notStarted(state, request, started.error), pod);
    if (!known.isMade) records.note({ ...known, isMade: true });
    last.delete(taskId);
    seen(state, pod ?? started.pod);
  });
}

function notStarted({ client }: TasksState, { node }: LaunchRequest, error: unknown): PodEnd {
  if (error instanceof PodVolumeLost) return { state: "failed", reason: error.message, lost: error.volume };
  const reason = error instanceof ApiRefusal ? explainRefusal(error, client.server) : reasonOf(error);
  return { state: "failed", reason: `${node} cannot be started: ${reason}` };
}

function stopLater(state: TasksState, record: PodTaskRecord): void {
  const { records, turns } = state;
  const { taskId } = record;
  const stopping = record.stopping ? record : { ...record, stopping: true as const };
  if (!record.stopping) {
    records.keep(stopping);
    stopWaiting(state, taskId);
  }
  if (turns.get(taskId)?.what === "stop") return;
  begin(state, taskId, "stop", (signal) => stop(state, stopping, signal));
}

async function stop(state: TasksState, record: PodTaskRecord, signal: AbortSignal): Promise<void> {
  const { names, client, log, pods, instanceId, clock } = state;
  const { taskId } = record;
  const name = names.pod(taskId);
  const failed = (error: unknown) => {
    const reason = explainRefusal(error, client.server);
    log("warn", "a task cannot be stopped yet", { task: taskId, reason });
    const { placement } = record;
    if (placement) reportIfChanged(state, record, { state: "running", placement, unhealthy: reason });
  };
  const attempt = async () => {
    const pod = pods().get(name) ?? (await client.get<Pod>("pods", name, signal));
    return pod && isOf(instanceId, pod) && (await deletePod(pod, client, signal));
  };
  // If the pod still exists, the watch will report its end.
  if (await retryUntilDone(attempt, { clock, signal, failed })) return;
  await untilStored(state, taskId, signal, () => endMissing(state, taskId));
}

/** Begins a piece of work for a task, once the earlier one, which is aborted, is over. */
function begin(
  { turns, closing, log }: TasksState,
  taskId: string,
  what: Turn["what"],
  work: (signal: AbortSignal) => Promise<void>,
): void {
  const before = turns.get(taskId);
  before?.abort();
  const aborting = new AbortController();
  const signal = AbortSignal.any([aborting.signal, closing]);
  const own: Turn = { what, abort: () => aborting.abort(), over: Promise.resolve() };
  turns.set(taskId, own);
  own.over = (async () => {
    await before?.over;
    if (!signal.aborted) await work(signal);
  })()
    .catch((error) => {
      const name = what === "start" ? "a task cannot be started" : "a task cannot be stopped";
      if (!signal.aborted) log("warn", name, { task: taskId, reason: reasonOf(error) });
    })
    .finally(() => {
      if (turns.get(taskId) === own) turns.delete(taskId);
    });
}

/** Repeats work that stores a change until it succeeds, because the disk of the service may be full. */
async function untilStored({ instance, clock, log }: TasksState, taskId: string, signal: AbortSignal, work: () => void): Promise<void> {
  const failed = (error: unknown) =>
    log("warn", "the state of a task cannot be stored yet", { instance, task: taskId, reason: reasonOf(error) });
  await retryUntilDone(async () => work(), { clock, signal, failed, isTransient: () => true });
}

function adopt(state: TasksState, taskIds: readonly string[]): readonly TaskState[] {
  const { records, pods, names } = state;
  const requests = new Set(taskIds);
  state.isAdopted = true;
  for (const record of records.all()) {
    if (record.ended || pods().has(names.pod(record.taskId))) continue;
    if (!record.isMade && !record.placement) records.forget([record.taskId]);
    else endMissing(state, record.taskId);
  }
  for (const pod of pods().values()) seen(state, pod);
  for (const record of records.all()) {
    if (!record.ended && (!requests.has(record.taskId) || record.stopping)) stopLater(state, record);
  }
  return records.all().flatMap((record) => (requests.has(record.taskId) ? [stateNow(state, record)] : []));
}

function stateNow(state: TasksState, record: PodTaskRecord): TaskState {
  const { taskId, placement, ended } = record;
  if (ended) return ended;
  const pod = state.pods().get(state.names.pod(taskId));
  const heard = pod && podStateOf(pod, record);
  const known = placement ? { state: "running", placement } : { state: "waiting", reason: "its pod is being started" };
  return { taskId, at: now(state), ...(heard ?? known) } as TaskState;
}
