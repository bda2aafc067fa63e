import type { Clock, Log } from "@reeve/orchestrator/runtime";
import type { ApiClient } from "../api/client.ts";
import type { Pod } from "../api/pods.ts";
import type { InstanceObjects } from "../instance-objects.ts";
import type { ObjectNames } from "../pods/names.ts";
import type { KubernetesSettings } from "../settings.ts";
import type { Troubles } from "../troubles.ts";
import type { Reports } from "./reports.ts";
import type { PodTaskRecords } from "./task-records.ts";
import type { TaskTurns } from "./turns.ts";

/** What the tasks of an instance share. */
export interface TaskContext {
  readonly instance: string;
  readonly instanceId: string;
  readonly names: ObjectNames;
  readonly client: ApiClient;
  readonly settings: () => KubernetesSettings;
  readonly objects: InstanceObjects;
  readonly records: PodTaskRecords;
  readonly reports: Reports;
  readonly turns: TaskTurns<"start" | "stop">;
  readonly troubles: Troubles;
  /** All pods of the instance, by their names. */
  readonly pods: () => ReadonlyMap<string, Pod>;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the runtime closes. */
  readonly closing: AbortSignal;
}
