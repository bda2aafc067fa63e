import type { HealthCheck, LaunchRequest, Placement, Store, TaskState } from "@reeve/orchestrator/runtime";
import { templateVariables } from "@reeve/scheduler-models";
import type { ProcessIdentity } from "../process/spawn.ts";

/** The stored facts about a task: enough to find it again after the service was killed, and to report how it ended. */
export interface LocalTaskRecord extends Pick<LaunchRequest, "taskId" | "node" | "task" | "oneShot" | "sidecar" | "grace"> {
  readonly placement: Placement;
  readonly healthCheck?: HealthCheck;
  /** The environment for the command of a health check. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The paths of the files that contain secrets. */
  readonly secretFiles?: readonly string[];
  readonly launched: string;
  /** Absent until the process has been started. */
  readonly process?: ProcessIdentity;
  /** Set when a stop was requested. */
  readonly stopping?: true;
  readonly ended?: LocalEndState;
}

export type LocalEndState = Exclude<TaskState, { readonly state: "running" }>;

export function recordOf(request: LaunchRequest, placement: Placement, launched: string): LocalTaskRecord {
  const { taskId, node, task, oneShot, grace, healthCheck } = request;
  const secretFiles = secretFilesOf(request);
  return {
    ...{ taskId, node, task, oneShot, grace, placement, launched },
    ...(request.sidecar && { sidecar: true }),
    ...(healthCheck !== null && { healthCheck }),
    ...(secretFiles.length > 0 && { secretFiles }),
  };
}

function secretFilesOf({ files, secrets }: LaunchRequest): readonly string[] {
  const names = Object.keys(secrets);
  const filled = files.filter((file) => templateVariables(file["template-content"]).variables.some((name) => names.includes(name)));
  return filled.map((file) => file["relative-path"]);
}

export function recordedStateOf({ taskId, placement, launched, ended }: LocalTaskRecord): TaskState {
  return ended ?? { taskId, at: launched, state: "running", placement };
}

export type LocalTaskRecords = ReturnType<typeof openLocalTaskRecords>;

/** The stored tasks of one instance. */
export function openLocalTaskRecords(store: Store) {
  const kept = [...store.entries("task/")].map(([, value]) => value as LocalTaskRecord);
  const records = new Map(kept.sort(byLaunch).map((record) => [record.taskId, record]));
  const all = (): readonly LocalTaskRecord[] => [...records.values()];
  return {
    get: (taskId: string) => records.get(taskId),
    /** All records, in the order of their launches. */
    all,
    of: (node: string) => all().filter((record) => record.node === node),
    /** Stores a record, which is durable when this returns. If this throws, the record stays in memory until this process ends. */
    keep(record: LocalTaskRecord): void {
      records.set(record.taskId, record);
      store.write([[keyOf(record), record]]);
    },
    forget(old: readonly LocalTaskRecord[]): void {
      if (old.length === 0) return;
      for (const { taskId } of old) records.delete(taskId);
      store.write(old.map((record) => [keyOf(record), undefined]));
    },
  };
}

const keyOf = ({ taskId }: LocalTaskRecord): string => `task/${taskId}`;

const byLaunch = (one: LocalTaskRecord, other: LocalTaskRecord): number => (one.launched < other.launched ? -1 : 1);
