import type { Store } from "@reeve/orchestrator";
import type { TaskRecord } from "./task-record.ts";

/** The stored tasks of an instance. */
export interface TaskRecords {
  get(taskId: string): TaskRecord | undefined;
  all(): readonly TaskRecord[];
  keep(record: TaskRecord): void;
  forget(taskIds: readonly string[]): void;
}

const PREFIX = "task/";

export function openTaskRecords(store: Store): TaskRecords {
  const records = new Map<string, TaskRecord>();
  // The cast is safe, because only this file writes entries with this prefix.
  for (const [, value] of store.entries(PREFIX)) records.set((value as TaskRecord).taskId, value as TaskRecord);
  return {
    get: (taskId) => records.get(taskId),
    all: () => [...records.values()],
    keep: (record) => {
      store.write([[PREFIX + record.taskId, record]]);
      records.set(record.taskId, record);
    },
    forget: (taskIds) => {
      if (taskIds.length === 0) return;
      store.write(taskIds.map((taskId) => [PREFIX + taskId, undefined]));
      for (const taskId of taskIds) records.delete(taskId);
    },
  };
}
