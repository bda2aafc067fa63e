import type { Clock, Log } from "@reeve/orchestrator/runtime";
import type { Client } from "../api/client.ts";
import type { Pod } from "../api/objects.ts";
import type { InstanceObjects } from "../instance-objects.ts";
import type { Names } from "../pods/names.ts";
import type { KubernetesSettings } from "../settings.ts";
import type { Troubles } from "../troubles.ts";
import type { Reports } from "./reports.ts";
import type { TaskRecords } from "./task-records.ts";
import type { Turns } from "./turns.ts";

/** What the tasks of an instance share. */
export interface TaskContext {
  readonly instance: string;
  readonly instanceId: string;
  readonly names: Names;
  readonly client: Client;
  readonly settings: () => KubernetesSettings;
  readonly objects: InstanceObjects;
  readonly records: TaskRecords;
  readonly reports: Reports;
  readonly turns: Turns<"start" | "stop">;
  readonly troubles: Troubles;
  /** All pods of the instance, by their names. */
  readonly pods: () => ReadonlyMap<string, Pod>;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the runtime closes. */
  readonly closing: AbortSignal;
}
