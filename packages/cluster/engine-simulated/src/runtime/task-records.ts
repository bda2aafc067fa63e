import type { Store } from "@reeve/orchestrator/runtime";
import { recordKey, type SimulatedTaskRecord } from "./task-record.ts";

/** The stored tasks of one instance, by node. */
export interface SimulatedTaskRecords {
  get(taskId: string): SimulatedTaskRecord | undefined;
  all(): Iterable<SimulatedTaskRecord>;
  of(node: string): readonly SimulatedTaskRecord[];
  /** Stores a task, and drops the tasks in `forget`. Both changes are stored when the call returns. */
  keep(record: SimulatedTaskRecord, forget?: readonly SimulatedTaskRecord[]): void;
  forget(records: readonly SimulatedTaskRecord[]): void;
}

export function openSimulatedTaskRecords(store: Store): SimulatedTaskRecords {
  const records = new Map<string, SimulatedTaskRecord>();
  const byNode = new Map<string, Map<string, SimulatedTaskRecord>>();

  const put = (record: SimulatedTaskRecord) => {
    records.set(record.taskId, record);
    const ofNode = byNode.get(record.node) ?? new Map<string, SimulatedTaskRecord>();
    byNode.set(record.node, ofNode.set(record.taskId, record));
  };
  const drop = ({ taskId, node }: SimulatedTaskRecord) => {
    records.delete(taskId);
    byNode.get(node)?.delete(taskId);
  };
  for (const [, value] of store.entries("task/")) put(value as SimulatedTaskRecord);

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

const gone = (records: readonly SimulatedTaskRecord[]) =>
  records.map(({ taskId }): [string, undefined] => [recordKey(taskId), undefined]);
