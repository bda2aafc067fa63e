import type { Clock, TaskState } from "@reeve/orchestrator";
import type { Heard } from "../pods/state-of.ts";
import type { TaskRecord } from "./task-record.ts";
import type { TaskRecords } from "./task-records.ts";

/** Milliseconds that a pod may wait without a report: volumes are bound, and images looked up, in a moment. */
const SETTLING = 2000;

/** Milliseconds after which the reason is looked up again. */
const REPEAT = 10_000;

/** Tells those who listen what becomes of tasks. */
export interface Reports {
  tell(state: TaskState): void;
  /** Tells what is heard of a task, unless it was told last. */
  hear(record: TaskRecord, heard: Heard): void;
  /** Tells what is found of a task that waits if it still does after a short delay, and again and again: until `settle` says that it does not. */
  waits(taskId: string, find: () => Promise<Heard | undefined>): void;
  settle(taskId: string): void;
  /** Tells the next state of a task, also where it is the same as before. */
  again(taskId: string): void;
  watch(listener: (state: TaskState) => void): () => void;
  close(): void;
}

export function openReports(records: TaskRecords, clock: Clock): Reports {
  const listeners = new Set<(state: TaskState) => void>();
  /** States that were reported before the first listener. */
  const untold: TaskState[] = [];
  /** The last reported state of each task. */
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
    waits: (taskId, find) => {
      settle(taskId);
      let isOver = false;
      let cancel = clock.after(SETTLING, () => void look());
      settling.set(taskId, () => {
        isOver = true;
        cancel();
      });
      async function look(): Promise<void> {
        // What cannot be found out now may be later.
        const heard = await find().catch(() => undefined);
        const record = records.get(taskId);
        if (isOver || !record || record.ended || record.stopping) return;
        if (heard) hear(record, heard);
        cancel = clock.after(REPEAT, () => void look());
      }
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
