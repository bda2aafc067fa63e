/*
 * How the state of a pod becomes a report about its task.
 *
 * 1. The API server announces each pod that was added, changed or deleted, and after a broken watch a new list of all pods (`follow.ts`).
 *    Nothing is looked at until the tasks are adopted, because only then is it known which of them are wanted.
 * 2. The state of the task is read from the pod (`state-of.ts`). A state that equals the last one is not reported again.
 * 3. If the task waits to run or to end, the reason is looked up after 2 s and then every 10 s, because most waits are over by then.
 * 4. If the task has ended, the end is stored before anything reacts to it. Then work in progress for the task is cancelled, the end is
 *    reported, and the pod is deleted.
 * 5. A pod that is neither in the cluster nor in the list has ended too. A pod that was created and deleted after the watch had broken was
 *    never in a list, so each new list is compared with the records.
 */

import type { TaskState } from "@reeve/orchestrator/runtime";
import { explainRefusal } from "../api/failure.ts";
import type { Pod } from "../api/pods.ts";
import type { InstanceContext } from "../instance-context.ts";
import { TASK_ID } from "../pods/names.ts";
import { DELETED, lateEnd, type PodEnd, podEndOf, podStateOf, startFailure, type UntimedState } from "../pods/state-of.ts";
import { retryUntilDone } from "../retry.ts";
import { removePod } from "./task-objects.ts";
import type { PodEndState, PodTaskRecord } from "./task-records.ts";

/** Milliseconds during which a waiting pod is not reported, because binding volumes and finding images usually takes only a moment. */
const FIRST_POLL = 2000;

const POLL_INTERVAL = 10_000;

/** The work in progress, by task id. The end of a task aborts it. */
type Work = ReadonlyMap<string, { abort(): void }>;

export type ReportsState = ReturnType<typeof openReports>;

/** Opens the reports about an instance's tasks. */
export function openReports(context: InstanceContext, work: Work) {
  return {
    ...{ ...context, work },
    listeners: new Set<(state: TaskState) => void>(),
    /** The last reported state of each task. Without it, the next state is reported even if it is the same. */
    last: new Map<string, string>(),
    /** For each task that waits, what ends the lookups. */
    waiting: new Map<string, () => void>(),
  };
}

/** Ends the lookups and the reports. */
export function closeReports({ waiting, listeners }: ReportsState): void {
  for (const cancel of waiting.values()) cancel();
  waiting.clear();
  listeners.clear();
}

/** Looks at a pod that was added or has changed. */
export function seen(state: ReportsState, pod: Pod): void {
  const { records, clock } = state;
  const taskId = pod.metadata.annotations?.[TASK_ID] ?? "";
  const record = records.get(taskId);
  // The task of this pod has already ended or was cancelled. This happens if the API server creates the pod late.
  if (!record || record.ended) return void removePod(state, pod);
  stopWaiting(state, taskId);
  const heard = podStateOf(pod, record);
  if (heard === undefined || heard.state === "waiting") {
    const isDeleted = pod.metadata.deletionTimestamp !== undefined;
    reportWhileWaiting(state, taskId, async () =>
      isDeleted ? lateEnd(pod, records.get(taskId) ?? record, clock.now()) : whatItWaitsFor(state, pod, heard),
    );
  } else if (heard.state !== "running") conclude(state, record, heard, pod);
  else if (!record.stopping) reportIfChanged(state, record, heard);
}

/** Returns why a pod does not run yet. Its own status often says only that claims are not bound; events say more. */
async function whatItWaitsFor({ client, closing }: ReportsState, pod: Pod, heard?: UntimedState): Promise<UntimedState | undefined> {
  try {
    const reason = await startFailure(client, pod, closing);
    return reason === undefined ? heard : { state: "waiting", reason };
  } catch (error) {
    return heard ?? { state: "waiting", reason: `why it waits is unknown: ${explainRefusal(error, client.server)}` };
  }
}

/** Reports why a task waits to run or to end, first after a short delay and then regularly, until `stopWaiting` is called. */
function reportWhileWaiting(state: ReportsState, taskId: string, find: () => Promise<UntimedState | undefined>): void {
  const { records, clock, waiting } = state;
  let isOver = false;
  let cancel = clock.after(FIRST_POLL, () => void poll());
  waiting.set(taskId, () => {
    isOver = true;
    cancel();
  });
  async function poll(): Promise<void> {
    // If a lookup fails, the next poll repeats it.
    const observed = await find().catch(() => undefined);
    const record = records.get(taskId);
    if (isOver || !record || record.ended) return;
    // A task that is being stopped no longer waits.
    if (observed && !(record.stopping && observed.state === "waiting")) reportIfChanged(state, record, observed);
    cancel = clock.after(POLL_INTERVAL, () => void poll());
  }
}

/** Stops looking up the reason why a task waits. */
export function stopWaiting({ waiting }: ReportsState, taskId: string): void {
  waiting.get(taskId)?.();
  waiting.delete(taskId);
}

/** Looks at a pod that was deleted. */
export function gone(state: ReportsState, pod: Pod): void {
  const record = state.records.get(pod.metadata.annotations?.[TASK_ID] ?? "");
  if (!record) return;
  stopWaiting(state, record.taskId);
  if (!record.ended) conclude(state, record, podEndOf(pod, record));
}

/** Looks, after a new list of all pods, for tasks whose pods are missing. */
export function findMissing(state: ReportsState): void {
  const { names, client, records, work, pods, clock, closing: signal } = state;
  for (const { taskId, ended, isMade, stopping } of records.all()) {
    const name = names.pod(taskId);
    const mayHaveRun = isMade || (stopping && !work.has(taskId));
    if (ended || !mayHaveRun || pods().has(name)) continue;
    // The list may be older than the pod, so the pod itself is asked for.
    const find = async () => {
      if (!(await client.get("pods", name, signal))) endMissing(state, taskId);
    };
    retryUntilDone(find, { clock, signal, failed: () => undefined, isTransient: () => true }).catch(() => undefined);
  }
}

/** Records the end of a task whose pod is neither in the cluster nor in the list of pods. */
export function endMissing(state: ReportsState, taskId: string): void {
  const record = state.records.get(taskId);
  if (!record || record.ended || state.pods().has(state.names.pod(taskId))) return;
  const ran = record.placement && { ran: record.placement };
  conclude(state, record, record.stopping ? { state: "stopped", ...ran } : { state: "failed", reason: DELETED, ...ran });
}

/** Records how a task ended, reports it, and deletes the task's pod. */
export function conclude(state: ReportsState, record: PodTaskRecord, heard: PodEnd, pod?: Pod): void {
  const { instance, records, work, last, clock, log } = state;
  const { taskId } = record;
  const ended = { taskId, at: new Date(clock.now()).toISOString(), ...heard } as PodEndState;
  records.end(record, ended);
  last.delete(taskId);
  work.get(taskId)?.abort();
  log("debug", "task ended", { instance, task: taskId, state: ended.state });
  report(state, ended);
  if (pod) void removePod(state, pod);
}

/** Reports a state unless it equals the task's last reported state. */
export function reportIfChanged(state: ReportsState, record: PodTaskRecord, observed: UntimedState): void {
  const { last, records, clock } = state;
  const text = JSON.stringify(observed);
  if (last.get(record.taskId) === text) return;
  last.set(record.taskId, text);
  if (observed.state === "running" && !record.placement) records.note({ ...record, placement: observed.placement });
  report(state, { taskId: record.taskId, at: new Date(clock.now()).toISOString(), ...observed } as TaskState);
}

/** Reports a state to the listeners. */
export function report({ listeners }: ReportsState, heard: TaskState): void {
  for (const listener of listeners) listener(heard);
}
