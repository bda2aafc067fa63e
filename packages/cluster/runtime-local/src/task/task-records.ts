import type { Store } from "@reeve/orchestrator/runtime";
import type { LocalTaskRecord } from "./task-record.ts";

/** The stored tasks of one instance. */
export interface LocalTaskRecords {
  get(taskId: string): LocalTaskRecord | undefined;
  /** All records, in the order of their launches. */
  all(): readonly LocalTaskRecord[];
  of(node: string): readonly LocalTaskRecord[];
  /** Stores a record, which is durable when this returns. If this throws, the record stays in memory until this process ends. */
  keep(record: LocalTaskRecord): void;
  forget(records: readonly LocalTaskRecord[]): void;
}

export function openLocalTaskRecords(store: Store): LocalTaskRecords {
  const kept = [...store.entries("task/")].map(([, value]) => value as LocalTaskRecord);
  const records = new Map(kept.sort(byLaunch).map((record) => [record.taskId, record]));
  const all = () => [...records.values()];
  return {
    get: (taskId) => records.get(taskId),
    all,
    of: (node) => all().filter((record) => record.node === node),
    keep: (record) => {
      records.set(record.taskId, record);
      store.write([[keyOf(record), record]]);
    },
    forget: (old) => {
      if (old.length === 0) return;
      for (const { taskId } of old) records.delete(taskId);
      store.write(old.map((record) => [keyOf(record), undefined]));
    },
  };
}

const keyOf = ({ taskId }: LocalTaskRecord): string => `task/${taskId}`;

const byLaunch = (one: LocalTaskRecord, other: LocalTaskRecord): number => (one.launched < other.launched ? -1 : 1);
