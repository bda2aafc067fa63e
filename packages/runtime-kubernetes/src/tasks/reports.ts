import type { Clock, TaskState } from "@reeve/orchestrator";
import type { UntimedState } from "../pods/state-of.ts";
import type { TaskRecord } from "./task-record.ts";
import type { TaskRecords } from "./task-records.ts";

/** Milliseconds that a pod may wait unreported: volumes are bound and images found in a moment. */
const FIRST_POLL = 2000;

/** Milliseconds between two polls of the reason. */
const POLL_INTERVAL = 10_000;

/** Reports the states of tasks to listeners. */
export interface Reports {
  report(state: TaskState): void;
  /** Reports a state unless it equals the last report. */
  reportIfChanged(record: TaskRecord, observed: UntimedState): void;
  /** Polls a waiting task after a short delay and then regularly, and reports the reason, until `stopWaiting`. */
  reportWhileWaiting(taskId: string, find: () => Promise<UntimedState | undefined>): void;
  stopWaiting(taskId: string): void;
  /** Reports the next state of a task even if it equals the last report. */
  repeat(taskId: string): void;
  watch(listener: (state: TaskState) => void): () => void;
  close(): void;
}

export function openReports(records: TaskRecords, clock: Clock): Reports {
  const listeners = new Set<(state: TaskState) => void>();
  /** States from before the first listener. */
  const undelivered: TaskState[] = [];
  /** The last reported state of each task. */
  const last = new Map<string, string>();
  const settling = new Map<string, () => void>();

  function report(state: TaskState): void {
    if (listeners.size === 0) undelivered.push(state);
    for (const listener of [...listeners]) listener(state);
  }

  function reportIfChanged(record: TaskRecord, observed: UntimedState): void {
    const text = JSON.stringify(observed);
    if (last.get(record.taskId) === text) return;
    last.set(record.taskId, text);
    if (observed.state === "running" && !record.placement) records.keep({ ...record, placement: observed.placement });
    report({ taskId: record.taskId, at: new Date(clock.now()).toISOString(), ...observed } as TaskState);
  }

  function stopWaiting(taskId: string): void {
    settling.get(taskId)?.();
    settling.delete(taskId);
  }

  return {
    report,
    reportIfChanged,
    reportWhileWaiting: (taskId, find) => {
      stopWaiting(taskId);
      let isOver = false;
      let cancel = clock.after(FIRST_POLL, () => void poll());
      settling.set(taskId, () => {
        isOver = true;
        cancel();
      });
      async function poll(): Promise<void> {
        // A failed lookup is repeated with the next poll.
        const observed = await find().catch(() => undefined);
        const record = records.get(taskId);
        if (isOver || !record || record.ended || record.stopping) return;
        if (observed) reportIfChanged(record, observed);
        cancel = clock.after(POLL_INTERVAL, () => void poll());
      }
    },
    stopWaiting,
    repeat: (taskId) => void last.delete(taskId),
    watch: (listener) => {
      listeners.add(listener);
      for (const state of undelivered.splice(0)) queueMicrotask(() => listener(state));
      return () => listeners.delete(listener);
    },
    close: () => {
      for (const cancel of settling.values()) cancel();
      settling.clear();
      listeners.clear();
    },
  };
}
