import { type LaunchRequest, portsAsked, reasonOf, type TaskState } from "@reeve/orchestrator/runtime";
import type { Pod } from "../api/pods.ts";
import { ApiRefusal, explainRefusal } from "../api/refusal.ts";
import type { InstanceContext } from "../instance-context.ts";
import { type HeadlessService, uidOf } from "../instance-objects.ts";
import { portsFor } from "../pods/container.ts";
import { startFailure } from "../pods/events.ts";
import { isOf, TASK_ID } from "../pods/labels.ts";
import { lateEnd, type PodEnd, podEndOf, podStateOf, type UntimedState } from "../pods/state-of.ts";
import { retryUntilDone } from "../retry.ts";
import { conclude, endMissing, findMissing, ignoreOther, removePod, untilStored } from "./ends.ts";
import { startPodTask } from "./start.ts";
import type { PodTaskRecord } from "./task-records.ts";
import { PodVolumeLost } from "./volumes.ts";

/** The tasks of an instance, each of which runs in a pod. */
export interface Tasks {
  /** Takes over the tasks that run, and ends those that were not asked for. Returns the states of the others. */
  adopt(taskIds: readonly string[]): readonly TaskState[];
  launch(request: LaunchRequest, signal: AbortSignal): void;
  stop(taskId: string): void;
  /** To be called for a pod that was added or has changed. */
  seen(pod: Pod): void;
  /** To be called for a pod that was deleted. */
  gone(pod: Pod): void;
  /** To be called after a new list of all pods. */
  listed(): void;
}

interface TasksState extends InstanceContext {
  readonly service: HeadlessService;
  isAdopted: boolean;
}

export function openTasks(context: InstanceContext, service: HeadlessService): Tasks {
  const { records, reports } = context;
  const state: TasksState = { ...context, service, isAdopted: false };
  return {
    adopt: (taskIds) => adopt(state, taskIds),
    launch: (request, signal) => launch(state, request, signal),
    stop: (taskId) => {
      const record = records.get(taskId);
      if (!record || record.ended) return reports.report(record?.ended ?? { taskId, at: now(state), state: "stopped" });
      stopLater(state, record);
    },
    seen: (pod) => seen(state, pod),
    gone: (pod) => gone(state, pod),
    listed: () => {
      if (state.isAdopted) findMissing(state);
    },
  };
}

function now({ clock }: TasksState): string {
  return new Date(clock.now()).toISOString();
}

function seen(state: TasksState, pod: Pod): void {
  const { records, reports, clock } = state;
  if (!state.isAdopted) return;
  const taskId = pod.metadata.annotations?.[TASK_ID] ?? "";
  const record = records.get(taskId);
  // The task of this pod has already ended or was cancelled. This happens if the API server creates the pod late.
  if (!record || record.ended) return void removePod(state, pod);
  reports.stopWaiting(taskId);
  const heard = podStateOf(pod, record);
  if (heard === undefined || heard.state === "waiting") {
    const isDeleted = pod.metadata.deletionTimestamp !== undefined;
    reports.reportWhileWaiting(taskId, async () =>
      isDeleted ? lateEnd(pod, records.get(taskId) ?? record, clock.now()) : whatItWaitsFor(state, pod, heard),
    );
  } else if (heard.state !== "running") conclude(state, record, heard, pod);
  else if (!record.stopping) reports.reportIfChanged(record, heard);
}

/**
 * Returns why a pod does not run yet. Events are read as well, because a pod's own status often says only that its volume claims are not
 * bound.
 */
async function whatItWaitsFor(
  { client, closing }: TasksState,
  pod: Pod,
  heard: UntimedState | undefined,
): Promise<UntimedState | undefined> {
  try {
    const reason = await startFailure(client, pod, closing);
    return reason === undefined ? heard : { state: "waiting", reason };
  } catch (error) {
    return heard ?? { state: "waiting", reason: `why it waits is unknown: ${explainRefusal(error, client.server)}` };
  }
}

function gone(state: TasksState, pod: Pod): void {
  const { records, reports } = state;
  if (!state.isAdopted) return;
  const record = records.get(pod.metadata.annotations?.[TASK_ID] ?? "");
  if (!record) return;
  reports.stopWaiting(record.taskId);
  if (!record.ended) conclude(state, record, podEndOf(pod, record));
}

async function start(state: TasksState, request: LaunchRequest, record: PodTaskRecord, signal: AbortSignal): Promise<void> {
  const { reports, client, service, closing, names, instanceId, settings, clock, records, pods } = state;
  const { taskId } = request;
  const failed = (error: unknown) => reports.reportIfChanged(record, { state: "waiting", reason: explainRefusal(error, client.server) });
  const attempt = async () => {
    await service.ensure(closing);
    const options = { names, instanceId, settings: settings(), ports: record.ports };
    return startPodTask(request, client, options, { stopSignal: signal, closing });
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
    reports.repeat(taskId);
    seen(state, pod ?? started.pod);
  });
}

function notStarted({ client }: TasksState, { node }: LaunchRequest, error: unknown): PodEnd {
  if (error instanceof PodVolumeLost) return { state: "failed", reason: error.message, lost: error.volume };
  const reason = error instanceof ApiRefusal ? explainRefusal(error, client.server) : reasonOf(error);
  return { state: "failed", reason: `${node} cannot be started: ${reason}` };
}

async function stop(context: InstanceContext, record: PodTaskRecord, signal: AbortSignal): Promise<void> {
  const { names, client, log, reports, pods, instanceId, clock } = context;
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
    return pod && isOf(instanceId, pod) && (await client.delete("pods", name, { ...uidOf(pod), signal }).catch(ignoreOther));
  };
  // If the pod still exists, the watch will report its end.
  if (await retryUntilDone(attempt, { clock, signal, failed })) return;
  await untilStored(context, taskId, signal, () => endMissing(context, taskId));
}

function stopLater(state: TasksState, record: PodTaskRecord): void {
  const { records, reports, turns, log } = state;
  const { taskId } = record;
  const stopping = record.stopping ? record : { ...record, stopping: true as const };
  if (!record.stopping) {
    records.keep(stopping);
    reports.stopWaiting(taskId);
  }
  if (turns.current(taskId) === "stop") return;
  void turns
    .begin(taskId, "stop", (signal) => stop(state, stopping, signal))
    .catch((error) => log("warn", "a task cannot be stopped", { task: taskId, reason: reasonOf(error) }));
}

function stateNow(state: TasksState, record: PodTaskRecord): readonly TaskState[] {
  const { pods, names } = state;
  if (record.ended) return [record.ended];
  const pod = pods().get(names.pod(record.taskId));
  const heard = pod && podStateOf(pod, record);
  if (heard) return [{ taskId: record.taskId, at: now(state), ...heard } as TaskState];
  if (record.placement) return [{ taskId: record.taskId, at: now(state), state: "running", placement: record.placement }];
  return [{ taskId: record.taskId, at: now(state), state: "waiting", reason: "its pod is being started" }];
}

function adopt(state: TasksState, taskIds: readonly string[]): readonly TaskState[] {
  const { records, pods, names } = state;
  const requests = new Set(taskIds);
  state.isAdopted = true;
  for (const record of records.all()) {
    if (record.ended) continue;
    const pod = pods().get(names.pod(record.taskId));
    if (pod) continue;
    if (!record.isMade && !record.placement) records.forget([record.taskId]);
    else endMissing(state, record.taskId);
  }
  for (const pod of pods().values()) seen(state, pod);
  for (const record of records.all()) {
    if (!record.ended && (!requests.has(record.taskId) || record.stopping)) stopLater(state, record);
  }
  return records.all().flatMap((record) => (requests.has(record.taskId) ? stateNow(state, record) : []));
}

function launch(state: TasksState, request: LaunchRequest, signal: AbortSignal): void {
  const { closing, instance, records, reports, pods, names, turns, log } = state;
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
      seen(state, pod);
      return;
    }
    if (turns.current(taskId)) return;
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
  void turns
    .begin(taskId, "start", (aborted) => start(state, request, record, AbortSignal.any([aborted, signal])))
    .catch((error) => log("warn", "a task cannot be started", { task: taskId, reason: reasonOf(error) }));
}
