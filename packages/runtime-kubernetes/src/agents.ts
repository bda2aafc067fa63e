import { isReeveError, ReeveError } from "@reeve/contract";
import {
  type Agents,
  type Identity,
  type LaunchRequest,
  pause,
  portsAsked,
  type RuntimeContext,
  reasonOf,
  type Settings,
  type TaskState,
} from "@reeve/orchestrator";
import { openClient } from "./api/client.ts";
import type { Connection } from "./api/connection.ts";
import { follow } from "./api/follow.ts";
import type { Pod } from "./api/objects.ts";
import { errorFor, explain, isRefusal, Refusal } from "./api/refusal.ts";
import { openBudget } from "./budget.ts";
import { homeOf } from "./home.ts";
import { instanceObjects, uidOf } from "./instance-objects.ts";
import { takeLease } from "./lease.ts";
import { excerptOf } from "./log-excerpt.ts";
import { startFailure } from "./pods/events.ts";
import { INSTANCE_ID, isOf, NODE, PLACE, TASK_ID } from "./pods/labels.ts";
import { namesOf } from "./pods/names.ts";
import { portsFor } from "./pods/ports.ts";
import { DELETED, type Ended, endOf, hasEnded, lateEnd, stateOf, type UntimedState } from "./pods/state-of.ts";
import { openReach } from "./reach.ts";
import { retryUntilDone } from "./retry.ts";
import { readSettings } from "./settings.ts";
import { openReports } from "./tasks/reports.ts";
import { startTask, VolumeLost } from "./tasks/start.ts";
import type { EndState, TaskRecord } from "./tasks/task-record.ts";
import { openTaskRecords } from "./tasks/task-records.ts";
import { openTurns } from "./tasks/turns.ts";
import { deleteVolume, PATIENCE, POLL_INTERVAL } from "./tasks/volumes.ts";
import { openTroubles } from "./troubles.ts";
import { measure } from "./usage.ts";

/** The maximum number of pods that are measured every few seconds. It is limited, because each measurement runs a command in the pod. */
const MEASURED_OFTEN = 20;

/** Opens a cluster for the tasks of one instance. */
export async function openAgents(
  { instance, store, clock, log, settings: given, signal: opening }: RuntimeContext,
  connection: Connection,
  entries: Settings,
): Promise<Agents> {
  const settings = () => readSettings(given(), entries);
  const home = homeOf(store, () => settings().namespace || connection.namespace);
  const names = namesOf(instance, home.namespace, settings().clusterDomain);
  const open = openClient(connection, home.namespace);
  const closing = new AbortController();
  const lease = await patiently(() => takeLease({ client: open, names, instanceId: home.id, clock, log })).catch(
    (error) => {
      open.close();
      throw notOpened(error);
    },
  );
  const { client } = lease;
  const objects = instanceObjects(client, names, home.id);
  const records = openTaskRecords(store);
  const reports = openReports(records, clock);
  const turns = openTurns<"start" | "stop">(closing.signal);
  const troubles = openTroubles();
  const budget = openBudget({
    instance,
    server: client.server,
    objects,
    turns,
    troubles,
    clock,
    log,
    closing: closing.signal,
  });
  let isAdopted = false;

  const now = () => new Date(clock.now()).toISOString();

  /**
   * Inside the cluster, a service that is started while the API server is away waits for the server. Outside, the user may have named a wrong
   * cluster, so the failure is reported at once.
   */
  async function patiently<Done>(attempt: () => Promise<Done>): Promise<Done> {
    if (!connection.isInside) return attempt();
    const failed = (error: unknown) =>
      log("warn", "the cluster cannot be used yet", { instance, reason: explain(error, open.server) });
    const signal = opening ? AbortSignal.any([closing.signal, opening]) : closing.signal;
    return retryUntilDone(attempt, { clock, signal, failed });
  }

  function seen(pod: Pod): void {
    if (!isAdopted) return;
    const taskId = pod.metadata.annotations?.[TASK_ID] ?? "";
    const record = records.get(taskId);
    // The task of this pod has already ended or was cancelled. This happens if the API server creates the pod late.
    if (!record || record.ended) return void removePod(pod);
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
      const reason = await startFailure(client, pod, closing.signal);
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

  /** Records how a task ended before anything reacts to the end. */
  function conclude(record: TaskRecord, heard: Ended, pod?: Pod): void {
    const ended = { taskId: record.taskId, at: now(), ...heard } as EndState;
    records.end(record, ended);
    reports.repeat(record.taskId);
    turns.cancel(record.taskId);
    log("debug", "task ended", { instance, task: record.taskId, state: ended.state });
    reports.report(ended);
    if (pod) void removePod(pod);
  }

  /**
   * Deletes a pod that has ended or is superseded, because such a pod keeps its volumes in use. Kubernetes then also deletes the secret or
   * config map with the pod's files.
   */
  async function removePod(pod: Pod): Promise<void> {
    if (!isOf(home.id, pod) || pod.metadata.deletionTimestamp) return;
    const { name } = pod.metadata;
    const { signal } = closing;
    const failed = (error: unknown) => {
      const reason = explain(error, client.server);
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

  async function start(request: LaunchRequest, record: TaskRecord, signal: AbortSignal): Promise<void> {
    const { taskId } = request;
    try {
      const pod = await retryUntilDone(
        async () => {
          await objects.ensure(closing.signal);
          const options = { names, instanceId: home.id, settings: settings(), ports: record.ports };
          return startTask(request, client, options, { stopSignal: signal, closing: closing.signal });
        },
        {
          clock,
          signal,
          failed: (error) =>
            reports.reportIfChanged(record, { state: "waiting", reason: explain(error, client.server) }),
        },
      );
      const known = records.get(taskId);
      if (!known || known.ended) return;
      if (!known.isMade) records.note({ ...known, isMade: true });
      reports.repeat(taskId);
      seen(followed.objects.get(pod.metadata.name) ?? pod);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Refusal ? explain(error, client.server) : reasonOf(error);
      conclude(records.get(taskId) ?? record, {
        state: "failed",
        reason: `${request.node} cannot be started: ${reason}`,
        ...(error instanceof VolumeLost && { reason: error.message, lost: error.volume }),
      });
    }
  }

  async function stop(record: TaskRecord, signal: AbortSignal): Promise<void> {
    const name = names.pod(record.taskId);
    await retryUntilDone(
      async () => {
        const pod = followed.objects.get(name) ?? (await client.get<Pod>("pods", name, signal));
        const isThere =
          pod &&
          isOf(home.id, pod) &&
          (await client.delete("pods", name, { ...uidOf(pod), signal }).catch(ignoreOther));
        const current = records.get(record.taskId);
        // If the pod still exists, the watch will report its end.
        if (!isThere && current && !current.ended && !followed.objects.has(name)) {
          conclude(current, { state: "stopped", ...(current.placement && { ran: current.placement }) });
        }
      },
      {
        clock,
        signal,
        failed: (error) => {
          const reason = explain(error, client.server);
          log("warn", "a task cannot be stopped yet", { task: record.taskId, reason });
          const { placement } = record;
          if (placement) reports.reportIfChanged(record, { state: "running", placement, unhealthy: reason });
        },
      },
    );
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

  const followed = await patiently(() =>
    follow<Pod>({
      client,
      kind: "pods",
      selector: { labels: { [INSTANCE_ID]: home.id } },
      clock,
      seen,
      gone,
      trouble: (reason) => log("warn", "pods cannot be watched", { instance, reason }),
      stale: (reason) => troubles.set("the states of nodes may be out of date", "pods", reason),
    }),
  ).catch(async (error) => {
    await lease.release();
    client.close();
    throw notOpened(error);
  });

  const reach = openReach({
    client,
    domain: settings().clusterDomain,
    podAt: (host) => {
      const runs = [...followed.objects.values()].find((pod) => {
        const { labels = {}, deletionTimestamp } = pod.metadata;
        const isHere = labels[PLACE] === "own" && host.startsWith(`${labels[NODE]}.`);
        return isHere && deletionTimestamp === undefined && !hasEnded(pod);
      });
      return runs?.metadata.name;
    },
    isFar: () =>
      log(
        "warn",
        "the service runs outside the cluster and connects to nodes through the API server; clients outside the cluster cannot connect to them, so run the service like this only for tests",
        { instance },
      ),
  });

  function notOpened(error: unknown): unknown {
    if (isReeveError(error)) return error;
    return new ReeveError("unreachable", `${instance}: ${explain(error, open.server)}`, {}, { cause: error });
  }

  return {
    identify: async (nodes) => {
      const wanted = nodes.map(({ node, ports, had }): [string, Identity] => [
        node,
        { host: names.host(node), ports: portsFor(ports, had?.ports) },
      ]);
      budget.set(nodes.length);
      return new Map(wanted);
    },
    allowDisruption: (isAllowed, nodes) => budget.set(nodes, isAllowed),
    watchTroubles: troubles.watch,
    adopt: async (taskIds) => {
      const asked = new Set(taskIds);
      isAdopted = true;
      for (const record of records.all()) {
        if (record.ended) continue;
        const pod = followed.objects.get(names.pod(record.taskId));
        if (pod) continue;
        if (!record.isMade && !record.placement) records.forget([record.taskId]);
        else if (record.stopping)
          conclude(record, { state: "stopped", ...(record.placement && { ran: record.placement }) });
        else conclude(record, { state: "failed", reason: DELETED, ...(record.placement && { ran: record.placement }) });
      }
      for (const pod of followed.objects.values()) seen(pod);
      for (const record of records.all()) {
        if (!record.ended && (!asked.has(record.taskId) || record.stopping)) stopLater(record);
      }
      return records.all().flatMap((record) => (asked.has(record.taskId) ? stateNow(record) : []));
    },
    launch: async (request, signal) => {
      const { taskId, node } = request;
      if (closing.signal.aborted) throw new Error(`${instance} is closed`);
      const known = records.get(taskId);
      if (known?.ended) return reports.report(known.ended);
      if (known) {
        reports.repeat(taskId);
        const pod = followed.objects.get(names.pod(taskId));
        if (pod && known.isMade) return seen(pod);
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
      void turns.begin(taskId, "start", (aborted) => start(request, record, AbortSignal.any([aborted, signal])));
    },
    stop: async (taskId) => {
      const record = records.get(taskId);
      if (!record || record.ended) return reports.report(record?.ended ?? { taskId, at: now(), state: "stopped" });
      stopLater(record);
    },
    deleteVolume: (volume, signal) =>
      deleteVolume(
        volume,
        { client, names, instanceId: home.id, clock, pods: () => followed.objects.values() },
        signal,
      ),
    watch: reports.watch,
    log: (request) => excerptOf(request, { client, names, records, clock, ending: closing.signal }),
    usage: (tasks) =>
      measure(tasks, {
        client,
        podOf: (taskId) => followed.objects.get(names.pod(taskId)),
        refused: (reason) => void troubles.set("the resource usage of nodes cannot be measured", "pods", reason),
        signal: closing.signal,
      }),
    measuredOften: MEASURED_OFTEN,
    exec: async (taskId, command, signal) => {
      try {
        return await client.exec(names.pod(taskId), command, AbortSignal.any([signal, closing.signal]));
      } catch (error) {
        signal.throwIfAborted();
        const reason = explain(error, client.server);
        throw isRefusal(error, 403) ? new ReeveError("conflict", reason) : new Error(reason, { cause: error });
      }
    },
    ...(connection.isInside ? {} : { reach: reach.to }),
    images: true,
    // The number of machines is not fixed, so 2 stands for several. If a node has to move and there is only one machine, the scheduler
    // reports the reason.
    count: 2,
    end: async (signal) => {
      const still = records.all().filter(({ ended }) => !ended);
      if (still.length > 0)
        throw new ReeveError("conflict", `${still.map(({ taskId }) => taskId).join(" and ")} still run`);
      await noPods(signal);
      try {
        await budget.end();
        await objects.delete(signal);
        await lease.delete(signal);
      } catch (error) {
        throw signal.aborted ? error : errorFor(error, client.server);
      }
    },
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      await reach.close();
      await followed.close();
      await turns.over();
      records.close();
      reports.close();
      await lease.release();
      client.close();
    },
  };

  /** Waits until the pods of ended tasks are gone, which takes a moment. The lease must be held until then. */
  async function noPods(signal: AbortSignal): Promise<void> {
    for (const begun = clock.now(); followed.objects.size > 0; ) {
      signal.throwIfAborted();
      if (clock.now() - begun > PATIENCE) {
        const [name = "", ...others] = followed.objects.keys();
        const more = others.length > 0 ? ` (and ${others.length} more)` : "";
        throw new ReeveError("conflict", `the pod ${name}${more} still exists`);
      }
      await pause(clock, POLL_INTERVAL, signal);
    }
  }

  function stateNow(record: TaskRecord): readonly TaskState[] {
    if (record.ended) return [record.ended];
    const pod = followed.objects.get(names.pod(record.taskId));
    const heard = pod && stateOf(pod, record);
    if (heard) return [{ taskId: record.taskId, at: now(), ...heard } as TaskState];
    if (record.placement) return [{ taskId: record.taskId, at: now(), state: "running", placement: record.placement }];
    return [{ taskId: record.taskId, at: now(), state: "waiting", reason: "its pod is being started" }];
  }
}

/** Ignores a conflict, which means that the object has already been replaced by another one with the same name. */
function ignoreOther(error: unknown): false {
  if (isRefusal(error, 409)) return false;
  throw error;
}
