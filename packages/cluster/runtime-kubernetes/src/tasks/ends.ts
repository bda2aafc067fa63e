import { reasonOf } from "@reeve/orchestrator/runtime";
import type { Pod } from "../api/pods.ts";
import { explainRefusal, isRefusal } from "../api/refusal.ts";
import type { InstanceContext } from "../instance-context.ts";
import { uidOf } from "../instance-objects.ts";
import { isOf } from "../pods/labels.ts";
import { DELETED, type PodEnd } from "../pods/state-of.ts";
import { retryUntilDone } from "../retry.ts";
import type { PodEndState, PodTaskRecord } from "./task-records.ts";

/** Records how a task ended before anything reacts to the end, and deletes its pod. */
export function conclude(context: InstanceContext, record: PodTaskRecord, heard: PodEnd, pod?: Pod): void {
  const { instance, records, reports, turns, clock, log } = context;
  const ended = { taskId: record.taskId, at: new Date(clock.now()).toISOString(), ...heard } as PodEndState;
  records.end(record, ended);
  reports.repeat(record.taskId);
  turns.cancel(record.taskId);
  log("debug", "task ended", { instance, task: record.taskId, state: ended.state });
  reports.report(ended);
  if (pod) void removePod(context, pod);
}

/**
 * Deletes a pod that has ended or is superseded, because such a pod keeps its volumes in use. Kubernetes then also deletes the secret or
 * config map with the pod's files.
 */
export async function removePod({ instanceId, client, troubles, clock, log, closing: signal }: InstanceContext, pod: Pod): Promise<void> {
  if (!isOf(instanceId, pod) || pod.metadata.deletionTimestamp) return;
  const { name } = pod.metadata;
  const failed = (error: unknown) => {
    const reason = explainRefusal(error, client.server);
    if (!signal.aborted && troubles.set("pods of ended tasks cannot be deleted", name, reason))
      log("warn", "a pod cannot be deleted yet", { pod: name, reason });
  };
  await retryUntilDone(() => client.delete("pods", name, { ...uidOf(pod), signal }).catch(ignoreOther), {
    clock,
    signal,
    failed,
    isTransient: () => true,
  }).then(() => troubles.set("pods of ended tasks cannot be deleted", name, undefined), failed);
}

/** Repeats work that stores a change until it succeeds, because the disk of the service may be full. */
export async function untilStored(
  { instance, clock, log }: InstanceContext,
  taskId: string,
  signal: AbortSignal,
  work: () => void,
): Promise<void> {
  const failed = (error: unknown) =>
    log("warn", "the state of a task cannot be stored yet", { instance, task: taskId, reason: reasonOf(error) });
  await retryUntilDone(async () => work(), { clock, signal, failed, isTransient: () => true });
}

/** Records the end of a task whose pod is neither in the cluster nor in the list of pods. */
export function endMissing(context: InstanceContext, taskId: string): void {
  const record = context.records.get(taskId);
  if (!record || record.ended || context.pods().has(context.names.pod(taskId))) return;
  const ran = record.placement && { ran: record.placement };
  conclude(context, record, record.stopping ? { state: "stopped", ...ran } : { state: "failed", reason: DELETED, ...ran });
}

/**
 * Looks for the pods that a new list of pods does not contain, and records the ends of their tasks. A pod that was created and deleted after
 * the watch had broken was never in a list, so nothing else reports its end. The list may also be older than the pod, so the pod itself is
 * asked for.
 */
export function findMissing(context: InstanceContext): void {
  const { names, client, records, turns, pods, clock, closing: signal } = context;
  for (const { taskId, ended, isMade, stopping } of records.all()) {
    const name = names.pod(taskId);
    const mayHaveRun = isMade || (stopping && turns.current(taskId) === undefined);
    if (ended || !mayHaveRun || pods().has(name)) continue;
    const find = async () => {
      if (!(await client.get("pods", name, signal))) endMissing(context, taskId);
    };
    retryUntilDone(find, { clock, signal, failed: () => undefined, isTransient: () => true }).catch(() => undefined);
  }
}

/** Ignores a conflict, which means that the object has already been replaced by another one with the same name. */
export function ignoreOther(error: unknown): false {
  if (isRefusal(error, 409)) return false;
  throw error;
}
