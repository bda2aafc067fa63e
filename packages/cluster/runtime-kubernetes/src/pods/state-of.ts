import type { Placement, TaskState } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "../api/client.ts";
import type { KubernetesObject } from "../api/objects.ts";
import type { Pod, PodContainerStatus, Terminated } from "../api/pods.ts";
import type { PodEndState, PodTaskRecord } from "../tasks/task-records.ts";
import { SERVICE_CONTAINER, TASK_CONTAINER } from "./container.ts";

const ADVICE =
  "nodes that keep apart share no machine with spread: required; add a machine, or deploy spread: preferred in the runtime's settings and restart this node";

/** A task's state without the task's id and the time. */
type Untimed<State> = State extends TaskState ? Omit<State, "taskId" | "at"> : never;
export type UntimedState = Untimed<TaskState>;
export type PodEnd = Untimed<PodEndState>;

/** The state of a pod's task; undefined while the pod is being started, or if the task has ended. */
export function podStateOf(pod: Pod, record: PodTaskRecord): UntimedState | undefined {
  const container = ownContainer(pod);
  const isDeleted = pod.metadata.deletionTimestamp !== undefined;
  if (isOver(pod) || (hasEnded(pod) && !isDeleted)) return podEndOf(pod, record);
  // A pod that is being deleted is in the way of the node's next pod until it is gone.
  if (isDeleted) return undefined;
  if (container?.state?.running || container?.state?.terminated) {
    return { state: "running", placement: placementOf(pod, record), ...healthOf(pod, container) };
  }
  const reason = waitsFor(pod);
  return reason === undefined ? undefined : { state: "waiting", reason };
}

/** The state of the container that Reeve has asked for. Programs in the cluster may have added other containers, such as proxies. */
function ownContainer({ status }: Pod): PodContainerStatus | undefined {
  const all = status?.containerStatuses ?? [];
  return all.find(({ name }) => name === TASK_CONTAINER || name === SERVICE_CONTAINER) ?? all[0];
}

/** Whether Kubernetes counts the pod as ended. */
function isOver({ status = {} }: Pod): boolean {
  return status.phase === "Succeeded" || status.phase === "Failed";
}

/**
 * Whether a pod's task has ended. The container shows it about a second earlier than the pod's phase. A container that the machine has lost
 * sight of may still run, so its end only counts when the phase shows it too.
 */
export function hasEnded(pod: Pod): boolean {
  const terminated = ownContainer(pod)?.state?.terminated;
  return isOver(pod) || (terminated !== undefined && terminated.reason !== "ContainerStatusUnknown");
}

/** How a task ended, once its pod has ended or is gone. */
export function podEndOf(pod: Pod, record: PodTaskRecord): PodEnd {
  const { status = {}, metadata } = pod;
  const terminated = ownContainer(pod)?.state?.terminated;
  const isWell = terminated?.exitCode === 0 || status.phase === "Succeeded";
  const ran = record.placement ?? (terminated ? placementOf(pod, record) : undefined);
  const where = ran && { ran };
  if (record.oneShot && isWell) return { state: "finished", ...where };
  if (record.stopping) return { state: "stopped", ...where };
  const byOthers = metadata.deletionTimestamp !== undefined || status.reason !== undefined;
  const reason = byOthers ? deletionReason(pod) : howItEnded(terminated);
  return { state: "failed", reason, ...where };
}

/** How many milliseconds after the end of the grace period a deleted pod should be gone. */
const LATE = 10_000;

/** The state of a task whose deleted pod should be gone by now: only the pod's machine can confirm that it has ended. */
export function lateEnd({ metadata, spec }: Pod, { placement }: PodTaskRecord, now: number): UntimedState | undefined {
  const due = Date.parse(metadata.deletionTimestamp ?? "");
  if (!placement || !(now > due + LATE)) return undefined;
  const unhealthy = `the machine ${spec.nodeName} does not confirm that the task's pod has ended; if the machine is lost, delete it from the cluster`;
  return { state: "running", placement, unhealthy };
}

export const DELETED = "its pod was deleted by another program, or with its machine";

/** Returns the reason why another party deleted the pod, such as a drain or an eviction. */
function deletionReason({ status = {} }: Pod): string {
  const disrupted = status.conditions?.find(({ type, status: is }) => type === "DisruptionTarget" && is === "True");
  if (status.reason !== undefined) return `${status.reason}: ${firstClause(status.message ?? "")}`;
  if (disrupted) return `its pod was removed: ${firstClause(disrupted.message ?? disrupted.reason ?? "")}`;
  return DELETED;
}

function howItEnded(terminated: Terminated | undefined): string {
  if (!terminated) return DELETED;
  const { exitCode, reason, message = "" } = terminated;
  if (reason === "OOMKilled") return "it was killed: it used more memory than its limit";
  const how = exitCode === 0 ? "it ended by itself" : `it ended with exit code ${exitCode}`;
  const words = lastWords(message);
  return words === "" ? how : `${how}: ${words}`;
}

/** Returns the last lines that are not indented. Indented lines belong to stack traces. */
function lastWords(message: string): string {
  const lines = message.split("\n").filter((line) => /^\S/.test(line));
  return lines.slice(-3).join("; ").slice(-500);
}

function placementOf({ spec, status }: Pod, { host, ports }: PodTaskRecord): Placement {
  const addresses = [host, ...(status?.podIP ? [status.podIP] : [])];
  return { agent: spec.nodeName ?? "", hostname: host, addresses, ports };
}

/**
 * Why a pod that was ready is no longer ready. Before a pod is ready for the first time, the engine reports the reason. If a machine does
 * not report, the cluster sets the pod's condition to not ready, but leaves its container ready, because the task may well run.
 */
function healthOf(
  { spec, status }: Pod,
  container: PodContainerStatus | undefined,
): { readonly unhealthy?: string; readonly unseen?: string } {
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  const started = container?.state?.running?.startedAt;
  if (ready?.status !== "False" || started === undefined || ready.lastTransitionTime === undefined) return {};
  if (Date.parse(ready.lastTransitionTime) <= Date.parse(started)) return {};
  if (container?.ready && ready.reason === undefined) {
    return {
      unseen: `the machine ${spec.nodeName} does not report; if the machine is lost, delete it from the cluster`,
    };
  }
  return ready.reason === "ContainersNotReady" || ready.reason === undefined
    ? { unhealthy: "it no longer answers its health check" }
    : { unhealthy: `its pod is no longer ready: ${firstClause(ready.message ?? ready.reason)}` };
}

/** A Kubernetes event about an object. */
interface Event extends KubernetesObject {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTimestamp?: string | null;
  readonly eventTime?: string | null;
}

/**
 * Returns why a pod does not start. The reason comes from the pod's status if the status names a cause, and otherwise from the newest event
 * of the pod or of its claims. Such an event says, for example, that a volume cannot be provisioned or that an image is being pulled.
 */
export async function startFailure(client: Pick<ApiClient, "list">, pod: Pod, signal: AbortSignal): Promise<string | undefined> {
  // Once a pod is assigned to a machine, the cause, such as an image that cannot be pulled, is in the pod's status; the pod's events are
  // only about retries.
  const known = pod.spec.nodeName === undefined ? undefined : waitsFor(pod);
  if (known !== undefined) return known;
  const claims = (pod.spec.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) => claim?.claimName ?? []);
  // A pod that is not assigned to a machine may wait for its claims.
  const names = pod.spec.nodeName === undefined ? claims : [pod.metadata.name];
  for (const name of names) {
    const { items } = await client.list<Event>("events", { fieldSelector: `involvedObject.name=${name}` }, signal);
    const newest = items.reduce<Event | undefined>((last, each) => (last && timeOf(last) > timeOf(each) ? last : each), undefined);
    if (newest?.type === "Warning") return `${newest.reason}: ${(newest.message ?? "").slice(0, 500)}`;
    if (newest?.reason === "Pulling") return "its image is being pulled";
  }
  return undefined;
}

function timeOf({ lastTimestamp, eventTime, metadata }: Event): number {
  return Date.parse(lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? "") || 0;
}

/** Why a pod does not run yet; undefined if the cause usually disappears within a moment. */
export function waitsFor(pod: Pod): string | undefined {
  const container = ownContainer(pod);
  const unplaced = whyUnplaced(pod);
  if (unplaced !== undefined) return unplaced;
  const { reason, message } = container?.state?.waiting ?? {};
  if (reason === undefined || PASSING.has(reason)) return undefined;
  // Of a program that ends again and again, the message of the wait says only that it does.
  const last = container?.lastState?.terminated;
  if (reason === "CrashLoopBackOff" && last) return `${howItEnded(last)}; it will be started again`;
  return message === undefined ? reason : `${reason}: ${firstClause(message)}`;
}

const PASSING = new Set(["ContainerCreating", "PodInitializing"]);

/** Why the cluster has found no machine for a pod, if it has not, with advice where the pod's own requirement may be the cause. */
function whyUnplaced({ spec, status = {} }: Pod): string | undefined {
  const scheduled = status.conditions?.find(({ type }) => type === "PodScheduled");
  if (scheduled?.status !== "False") return undefined;
  const message = firstClause(scheduled.message ?? scheduled.reason ?? "");
  const isApart = (spec.affinity?.podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).length > 0;
  return `it cannot be placed: ${message}${isApart && /anti-?affinity/i.test(message) ? `; ${ADVICE}` : ""}`;
}

/** Shortens a message of Kubernetes to its first clause, such as `0/3 nodes are available: 3 Insufficient memory`. */
export function firstClause(message: string): string {
  return (message.split(/\. (?=[^.]*\bpreemption: |not found$)/)[0] ?? message).replace(/\.$/, "").slice(0, 500);
}
