import { type LaunchRequest, portsAsked, reasonOf, type TaskState } from "@reeve/orchestrator/runtime";
import type { Pod } from "../api/objects.ts";
import { explain, Refusal } from "../api/refusal.ts";
import { uidOf } from "../instance-objects.ts";
import { startFailure } from "../pods/events.ts";
import { isOf, TASK_ID } from "../pods/labels.ts";
import { portsFor } from "../pods/ports.ts";
import { type Ended, endOf, lateEnd, stateOf, type UntimedState } from "../pods/state-of.ts";
import { retryUntilDone } from "../retry.ts";
import { ignoreOther, openEnds } from "./ends.ts";
import { startTask, VolumeLost } from "./start.ts";
import type { TaskContext } from "./task-context.ts";
import type { TaskRecord } from "./task-record.ts";

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

export function openTasks(context: TaskContext): Tasks {
  const { instance, instanceId, names, client, settings, objects, records, reports, turns, pods, clock, log, closing } =
    context;
  const { conclude, endMissing, findMissing, remove, untilStored } = openEnds(context);
  let isAdopted = false;

  const now = () => new Date(clock.now()).toISOString();

  function seen(pod: Pod): void {
    if (!isAdopted) return;
    const taskId = pod.metadata.annotations?.[TASK_ID] ?? "";
    const record = records.get(taskId);
    // The task of this pod has already ended or was cancelled. This happens if the API server creates the pod late.
    if (!record || record.ended) return void remove(pod);
    reports.stopWaiting(taskId);
    const heard = stateOf(pod, record);
    if (heard === undefined || heard.state === "waiting") {
      const isDeleted = pod.metadata.deletionTimestamp !== undefined;
      reports.reportWhileWaiting(taskId, async () =>
        isDeleted ? lateEnd(pod, records.get(taskId) ?? record, clock.now()) : whatItWaitsFor(pod, heard),
      );
    } else if (heard.state !== "running") conclude(record, heard, pod);
    else if (!record.stopping) reports.reportIfChanged(record, heard);
  }

  /**
   * Returns why a pod does not run yet. Events are read as well, because a pod's own status often says only that its volume claims are not
   * bound.
   */
  async function whatItWaitsFor(pod: Pod, heard: UntimedState | undefined): Promise<UntimedState | undefined> {
    try {
      const reason = await startFailure(client, pod, closing);
      return reason === undefined ? heard : { state: "waiting", reason };
    } catch (error) {
      return heard ?? { state: "waiting", reason: `why it waits is unknown: ${explain(error, client.server)}` };
    }
  }

  function gone(pod: Pod): void {
    if (!isAdopted) return;
    const record = records.get(pod.metadata.annotations?.[TASK_ID] ?? "");
    if (!record) return;
    reports.stopWaiting(record.taskId);
    if (!record.ended) conclude(record, endOf(pod, record));
  }

  async function start(request: LaunchRequest, record: TaskRecord, signal: AbortSignal): Promise<void> {
    const { taskId } = request;
    const failed = (error: unknown) =>
      reports.reportIfChanged(record, { state: "waiting", reason: explain(error, client.server) });
    const attempt = async () => {
      await objects.ensure(closing);
      const options = { names, instanceId: instanceId, settings: settings(), ports: record.ports };
      return startTask(request, client, options, { stopSignal: signal, closing: closing });
    };
    const started = await retryUntilDone(attempt, { clock, signal, failed }).then(
      (pod) => ({ pod }),
      (error: unknown) => ({ error }),
    );
    if ("error" in started && signal.aborted) return;
    await untilStored(taskId, closing, () => {
      const known = records.get(taskId);
      if (!known || known.ended) return;
      const pod = pods().get(names.pod(taskId));
      if ("error" in started) return conclude(known, notStarted(request, started.error), pod);
      if (!known.isMade) records.note({ ...known, isMade: true });
      reports.repeat(taskId);
      seen(pod ?? started.pod);
    });
  }

  function notStarted({ node }: LaunchRequest, error: unknown): Ended {
    if (error instanceof VolumeLost) return { state: "failed", reason: error.message, lost: error.volume };
    const reason = error instanceof Refusal ? explain(error, client.server) : reasonOf(error);
    return { state: "failed", reason: `${node} cannot be started: ${reason}` };
  }

  async function stop(record: TaskRecord, signal: AbortSignal): Promise<void> {
    const { taskId } = record;
    const name = names.pod(taskId);
    const failed = (error: unknown) => {
      const reason = explain(error, client.server);
      log("warn", "a task cannot be stopped yet", { task: taskId, reason });
      const { placement } = record;
      if (placement) reports.reportIfChanged(record, { state: "running", placement, unhealthy: reason });
    };
    const attempt = async () => {
      const pod = pods().get(name) ?? (await client.get<Pod>("pods", name, signal));
      return (
        pod &&
        isOf(instanceId, pod) &&
        (await client.delete("pods", name, { ...uidOf(pod), signal }).catch(ignoreOther))
      );
    };
    // If the pod still exists, the watch will report its end.
    if (!(await retryUntilDone(attempt, { clock, signal, failed })))
      await untilStored(taskId, signal, () => endMissing(taskId));
  }

  function stopLater(record: TaskRecord): void {
    const { taskId } = record;
    const stopping = record.stopping ? record : { ...record, stopping: true as const };
    if (!record.stopping) {
      records.keep(stopping);
      reports.stopWaiting(taskId);
    }
    if (turns.current(taskId) === "stop") return;
    void turns
      .begin(taskId, "stop", (signal) => stop(stopping, signal))
      .catch((error) => log("warn", "a task cannot be stopped", { task: taskId, reason: reasonOf(error) }));
  }

  function stateNow(record: TaskRecord): readonly TaskState[] {
    if (record.ended) return [record.ended];
    const pod = pods().get(names.pod(record.taskId));
    const heard = pod && stateOf(pod, record);
    if (heard) return [{ taskId: record.taskId, at: now(), ...heard } as TaskState];
    if (record.placement) return [{ taskId: record.taskId, at: now(), state: "running", placement: record.placement }];
    return [{ taskId: record.taskId, at: now(), state: "waiting", reason: "its pod is being started" }];
  }
  function adopt(taskIds: readonly string[]): readonly TaskState[] {
    const asked = new Set(taskIds);
    isAdopted = true;
    for (const record of records.all()) {
      if (record.ended) continue;
      const pod = pods().get(names.pod(record.taskId));
      if (pod) continue;
      if (!record.isMade && !record.placement) records.forget([record.taskId]);
      else endMissing(record.taskId);
    }
    for (const pod of pods().values()) seen(pod);
    for (const record of records.all()) {
      if (!record.ended && (!asked.has(record.taskId) || record.stopping)) stopLater(record);
    }
    return records.all().flatMap((record) => (asked.has(record.taskId) ? stateNow(record) : []));
  }

  function launch(request: LaunchRequest, signal: AbortSignal): void {
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
        seen(pod);
        return;
      }
      if (turns.current(taskId)) return;
    }
    if (signal.aborted) return;
    const record: TaskRecord = {
      taskId,
      node,
      task: request.task,
      oneShot: request.oneShot,
      ...(request.sidecar && { sidecar: true }),
      volumes: Object.values(request.volumes).map(({ name }) => name),
      host: names.host(node),
      ports: portsFor(portsAsked(request.resources), request.identity.ports),
      launched: now(),
    };
    records.keep(record);
    void turns
      .begin(taskId, "start", (aborted) => start(request, record, AbortSignal.any([aborted, signal])))
      .catch((error) => log("warn", "a task cannot be started", { task: taskId, reason: reasonOf(error) }));
  }

  return {
    adopt,
    launch,
    stop: (taskId) => {
      const record = records.get(taskId);
      if (!record || record.ended) return reports.report(record?.ended ?? { taskId, at: now(), state: "stopped" });
      stopLater(record);
    },
    seen,
    gone,
    listed: () => {
      if (isAdopted) findMissing();
    },
  };
}
