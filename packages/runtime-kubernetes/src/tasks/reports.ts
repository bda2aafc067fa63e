import type { Clock, TaskState } from "@reeve/orchestrator";
import type { Heard } from "../pods/state-of.ts";
import type { TaskRecord } from "./task-record.ts";
import type { TaskRecords } from "./task-records.ts";

/** Milliseconds that a pod may wait without a report: volumes are bound, and images looked up, in a moment. */
const SETTLING = 2000;

/** Tells those who listen what becomes of tasks. */
export interface Reports {
  tell(state: TaskState): void;
  /** Tells what is heard of a task, unless it was told last. */
  hear(record: TaskRecord, heard: Heard): void;
  /** Tells that a task waits if it still does after a short delay: until then `settle` takes it back. */
  waits(record: TaskRecord, heard: Heard, isMeant: (record: TaskRecord) => boolean): void;
  settle(taskId: string): void;
  /** Tells the next state of a task, also where it is the same as before. */
  again(taskId: string): void;
  watch(listener: (state: TaskState) => void): () => void;
  close(): void;
}

export function openReports(records: TaskRecords, clock: Clock): Reports {
  const listeners = new Set<(state: TaskState) => void>();
  /** What was told before anything listened. */
  const untold: TaskState[] = [];
  /** What was last told of each task. */
  const last = new Map<string, string>();
  const settling = new Map<string, () => void>();

  function tell(state: TaskState): void {
    if (listeners.size === 0) untold.push(state);
    for (const listener of [...listeners]) listener(state);
  }

  function hear(record: TaskRecord, heard: Heard): void {
    const text = JSON.stringify(heard);
    if (last.get(record.taskId) === text) return;
    last.set(record.taskId, text);
    if (heard.state === "running" && !record.placement) records.keep({ ...record, placement: heard.placement });
    tell({ taskId: record.taskId, at: new Date(clock.now()).toISOString(), ...heard } as TaskState);
  }

  function settle(taskId: string): void {
    settling.get(taskId)?.();
    settling.delete(taskId);
  }

  return {
    tell,
    hear,
    waits: ({ taskId }, heard, isMeant) => {
      settle(taskId);
      const report = () => {
        settling.delete(taskId);
        const record = records.get(taskId);
        if (record && isMeant(record)) hear(record, heard);
      };
      settling.set(taskId, clock.after(SETTLING, report));
    },
    settle,
    again: (taskId) => void last.delete(taskId),
    watch: (listener) => {
      listeners.add(listener);
      for (const state of untold.splice(0)) queueMicrotask(() => listener(state));
      return () => listeners.delete(listener);
    },
    close: () => {
      for (const cancel of settling.values()) cancel();
      settling.clear();
      listeners.clear();
    },
  };
}
