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
import { openReports, type Reports } from "./reports.ts";
import { deletePod, makeTaskObjects, PodVolumeLost } from "./task-objects.ts";
import type { PodTaskRecord } from "./task-records.ts";

/** The tasks of an instance, each of which runs in a pod. */
export interface Tasks extends Pick<Reports, "seen" | "gone" | "listed" | "watch"> {
  /** Takes over the tasks that run, and ends those that were not asked for. Returns the states of the others. */
  adopt(taskIds: readonly string[]): readonly TaskState[];
  launch(request: LaunchRequest, signal: AbortSignal): void;
  stop(taskId: string): void;
  /** Called when the runtime closes, which has ended the work in progress. */
  close(): Promise<void>;
}

/** The work in progress for a task. */
interface Turn {
  readonly what: "start" | "stop";
  abort(): void;
  over: Promise<void>;
}

interface TasksState extends InstanceContext {
  readonly service: HeadlessService;
  readonly reports: Reports;
  /** By task id. */
  readonly turns: Map<string, Turn>;
}

export function openTasks(context: InstanceContext, service: HeadlessService): Tasks {
  const { records } = context;
  const turns = new Map<string, Turn>();
  const reports = openReports(context, turns);
  const { seen, gone, listed, watch } = reports;
  const state: TasksState = { ...context, service, reports, turns };
  return {
    ...{ seen, gone, listed, watch },
    adopt: (taskIds) => adopt(state, taskIds),
    launch: (request, signal) => launch(state, request, signal),
    stop: (taskId) => {
      const record = records.get(taskId);
      if (!record || record.ended) return reports.report(record?.ended ?? { taskId, at: now(state), state: "stopped" });
      stopLater(state, record);
    },
    close: async () => {
      await Promise.all([...turns.values()].map(({ over }) => over));
      reports.close();
    },
  };
}

function now({ clock }: TasksState): string {
  return new Date(clock.now()).toISOString();
}

function launch(state: TasksState, request: LaunchRequest, signal: AbortSignal): void {
  const { closing, instance, records, reports, pods, names, turns } = state;
  const { taskId, node } = request;
  if (closing.aborted) throw new Error(`${instance} is closed`);
  const known = records.get(taskId);
  if (known?.ended) {
    reports.report(known.ended);
    return;
  }
  if (known) {
    reports.repeat(taskId);
    const pod = pods().get(names.pod(taskId));
    if (pod && known.isMade) {
      reports.seen(pod);
      return;
    }
    if (turns.has(taskId)) return;
  }
  if (signal.aborted) return;
  const record: PodTaskRecord = {
    taskId,
    node,
    task: request.task,
    oneShot: request.oneShot,
    ...(request.sidecar && { sidecar: true }),
    host: names.host(node),
    ports: portsFor(portsAsked(request.resources), request.identity.ports),
    launched: now(state),
  };
  records.keep(record);
  begin(state, taskId, "start", (aborted) => start(state, request, record, AbortSignal.any([aborted, signal])));
}

async function start(state: TasksState, request: LaunchRequest, record: PodTaskRecord, signal: AbortSignal): Promise<void> {
  const { reports, client, service, closing, names, instanceId, settings, clock, records, pods } = state;
  const { taskId } = request;
  const failed = (error: unknown) => reports.reportIfChanged(record, { state: "waiting", reason: explainRefusal(error, client.server) });
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
    if ("error" in started) return reports.conclude(known, notStarted(state, request, started.error), pod);
    if (!known.isMade) records.note({ ...known, isMade: true });
    reports.repeat(taskId);
    reports.seen(pod ?? started.pod);
  });
}

function notStarted({ client }: TasksState, { node }: LaunchRequest, error: unknown): PodEnd {
  if (error instanceof PodVolumeLost) return { state: "failed", reason: error.message, lost: error.volume };
  const reason = error instanceof ApiRefusal ? explainRefusal(error, client.server) : reasonOf(error);
  return { state: "failed", reason: `${node} cannot be started: ${reason}` };
}

function stopLater(state: TasksState, record: PodTaskRecord): void {
  const { records, reports, turns } = state;
  const { taskId } = record;
  const stopping = record.stopping ? record : { ...record, stopping: true as const };
  if (!record.stopping) {
    records.keep(stopping);
    reports.stopWaiting(taskId);
  }
  if (turns.get(taskId)?.what === "stop") return;
  begin(state, taskId, "stop", (signal) => stop(state, stopping, signal));
}

async function stop(state: TasksState, record: PodTaskRecord, signal: AbortSignal): Promise<void> {
  const { names, client, log, reports, pods, instanceId, clock } = state;
  const { taskId } = record;
  const name = names.pod(taskId);
  const failed = (error: unknown) => {
    const reason = explainRefusal(error, client.server);
    log("warn", "a task cannot be stopped yet", { task: taskId, reason });
    const { placement } = record;
    if (placement) reports.reportIfChanged(record, { state: "running", placement, unhealthy: reason });
  };
  const attempt = async () => {
    const pod = pods().get(name) ?? (await client.get<Pod>("pods", name, signal));
    return pod && isOf(instanceId, pod) && (await deletePod(pod, client, signal));
  };
  // If the pod still exists, the watch will report its end.
  if (await retryUntilDone(attempt, { clock, signal, failed })) return;
  await untilStored(state, taskId, signal, () => reports.endMissing(taskId));
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
  const { records, reports, pods, names } = state;
  const requests = new Set(taskIds);
  reports.begin();
  for (const record of records.all()) {
    if (record.ended || pods().has(names.pod(record.taskId))) continue;
    if (!record.isMade && !record.placement) records.forget([record.taskId]);
    else reports.endMissing(record.taskId);
  }
  for (const pod of pods().values()) reports.seen(pod);
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
