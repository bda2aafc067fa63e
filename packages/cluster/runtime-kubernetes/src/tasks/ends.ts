import { reasonOf } from "@reeve/orchestrator/runtime";
import type { Pod } from "../api/pods.ts";
import { explainRefusal, isRefusal } from "../api/refusal.ts";
import { uidOf } from "../instance-objects.ts";
import { isOf } from "../pods/labels.ts";
import { DELETED, type PodEnd } from "../pods/state-of.ts";
import { retryUntilDone } from "../retry.ts";
import type { TaskContext } from "./task-context.ts";
import type { PodEndState, PodTaskRecord } from "./task-record.ts";

/** Records how tasks end, and removes what is left of them. */
export interface TaskEnds {
  /** Records how a task ended before anything reacts to the end, and deletes its pod. */
  conclude(record: PodTaskRecord, heard: PodEnd, pod?: Pod): void;
  /** Records the end of a task whose pod is neither in the cluster nor in the list of pods. */
  endMissing(taskId: string): void;
  /** Looks for the pods that a new list of pods does not contain, and records the ends of their tasks. */
  findMissing(): void;
  /**
   * Deletes a pod that has ended or is superseded, because such a pod keeps its volumes in use. Kubernetes then also deletes the secret or
   * config map with the pod's files.
   */
  remove(pod: Pod): Promise<void>;
  /** Repeats work that stores a change until it succeeds, because the disk of the service may be full. */
  untilStored(taskId: string, signal: AbortSignal, work: () => void): Promise<void>;
}

export function openEnds(context: TaskContext): TaskEnds {
  const { instance, instanceId, names, client, records, reports, turns, troubles, pods, clock, log, closing } = context;

  function conclude(record: PodTaskRecord, heard: PodEnd, pod?: Pod): void {
    const ended = { taskId: record.taskId, at: new Date(clock.now()).toISOString(), ...heard } as PodEndState;
    records.end(record, ended);
    reports.repeat(record.taskId);
    turns.cancel(record.taskId);
    log("debug", "task ended", { instance, task: record.taskId, state: ended.state });
    reports.report(ended);
    if (pod) void remove(pod);
  }

  async function remove(pod: Pod): Promise<void> {
    if (!isOf(instanceId, pod) || pod.metadata.deletionTimestamp) return;
    const { name } = pod.metadata;
    const failed = (error: unknown) => {
      const reason = explainRefusal(error, client.server);
      if (!closing.aborted && troubles.set("pods of ended tasks cannot be deleted", name, reason))
        log("warn", "a pod cannot be deleted yet", { pod: name, reason });
    };
    await retryUntilDone(() => client.delete("pods", name, { ...uidOf(pod), signal: closing }).catch(ignoreOther), {
      clock,
      signal: closing,
      failed,
      isTransient: () => true,
    }).then(() => troubles.set("pods of ended tasks cannot be deleted", name, undefined), failed);
  }

  async function untilStored(taskId: string, signal: AbortSignal, work: () => void): Promise<void> {
    const failed = (error: unknown) =>
      log("warn", "the state of a task cannot be stored yet", { instance, task: taskId, reason: reasonOf(error) });
    await retryUntilDone(async () => work(), { clock, signal, failed, isTransient: () => true });
  }

  function endMissing(taskId: string): void {
    const record = records.get(taskId);
    if (!record || record.ended || pods().has(names.pod(taskId))) return;
    const ran = record.placement && { ran: record.placement };
    conclude(record, record.stopping ? { state: "stopped", ...ran } : { state: "failed", reason: DELETED, ...ran });
  }

  /**
   * A pod that was created and deleted after the watch had broken was never in a list, so nothing else reports its end. The list may also
   * be older than the pod, so the pod itself is asked for.
   */
  function findMissing(): void {
    for (const { taskId, ended, isMade, stopping } of records.all()) {
      const name = names.pod(taskId);
      const mayHaveRun = isMade || (stopping && turns.current(taskId) === undefined);
      if (ended || !mayHaveRun || pods().has(name)) continue;
      const find = async () => {
        if (!(await client.get("pods", name, closing))) endMissing(taskId);
      };
      retryUntilDone(find, { clock, signal: closing, failed: () => undefined, isTransient: () => true }).catch(() => undefined);
    }
  }

  return { conclude, endMissing, findMissing, remove, untilStored };
}

/** Ignores a conflict, which means that the object has already been replaced by another one with the same name. */
export function ignoreOther(error: unknown): false {
  if (isRefusal(error, 409)) return false;
  throw error;
}
