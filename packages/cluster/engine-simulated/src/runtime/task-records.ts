import type { Store } from "@reeve/orchestrator/runtime";
import { recordKey, type TaskRecord } from "./task-record.ts";

/** The stored tasks of one instance, by node. */
export interface TaskRecords {
  get(taskId: string): TaskRecord | undefined;
  all(): Iterable<TaskRecord>;
  of(node: string): readonly TaskRecord[];
  /** Stores a task, and drops the tasks in `forget`. Both changes are stored when the call returns. */
  keep(record: TaskRecord, forget?: readonly TaskRecord[]): void;
  forget(records: readonly TaskRecord[]): void;
}

export function openTaskRecords(store: Store): TaskRecords {
  const records = new Map<string, TaskRecord>();
  const byNode = new Map<string, Map<string, TaskRecord>>();

  const put = (record: TaskRecord) => {
    records.set(record.taskId, record);
    const ofNode = byNode.get(record.node) ?? new Map<string, TaskRecord>();
    byNode.set(record.node, ofNode.set(record.taskId, record));
  };
  const drop = ({ taskId, node }: TaskRecord) => {
    records.delete(taskId);
    byNode.get(node)?.delete(taskId);
  };
  for (const [, value] of store.entries("task/")) put(value as TaskRecord);

  return {
    get: (taskId) => records.get(taskId),
    all: () => records.values(),
    of: (node) => [...(byNode.get(node)?.values() ?? [])],
    keep(record, forget = []) {
      store.write([...gone(forget), [recordKey(record.taskId), record]]);
      forget.forEach(drop);
      put(record);
    },
    forget(old) {
      if (old.length === 0) return;
      store.write(gone(old));
      old.forEach(drop);
    },
  };
}

const gone = (records: readonly TaskRecord[]) =>
  records.map(({ taskId }): [string, undefined] => [recordKey(taskId), undefined]);
