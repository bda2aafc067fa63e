import type { Clock, TaskState } from "@reeve/orchestrator/runtime";
import type { UntimedState } from "../pods/state-of.ts";
import type { PodTaskRecord, PodTaskRecords } from "./task-records.ts";

/** Milliseconds during which a waiting pod is not reported, because binding volumes and finding images usually takes only a moment. */
const FIRST_POLL = 2000;

/** Milliseconds between two polls of the reason why a task waits. */
const POLL_INTERVAL = 10_000;

/** Reports the states of tasks to listeners. */
export interface Reports {
  report(state: TaskState): void;
  /** Reports a state unless it equals the task's last reported state. */
  reportIfChanged(record: PodTaskRecord, observed: UntimedState): void;
  /**
   * Polls the reason why a task waits to run or to end, first after a short delay and then regularly, and reports the reason, until `stopWaiting` is called.
   */
  reportWhileWaiting(taskId: string, find: () => Promise<UntimedState | undefined>): void;
  stopWaiting(taskId: string): void;
  /** Forgets the last reported state of a task, so that the next state is reported even if it is the same. */
  repeat(taskId: string): void;
  watch(listener: (state: TaskState) => void): () => void;
  close(): void;
}

export function openReports(records: PodTaskRecords, clock: Clock): Reports {
  const listeners = new Set<(state: TaskState) => void>();
  /** States that were reported before the first listener was added. */
  const undelivered: TaskState[] = [];
  /** The last reported state of each task. */
  const last = new Map<string, string>();
  const settling = new Map<string, () => void>();

  function report(state: TaskState): void {
    if (listeners.size === 0) undelivered.push(state);
    for (const listener of [...listeners]) listener(state);
  }

  function reportIfChanged(record: PodTaskRecord, observed: UntimedState): void {
    const text = JSON.stringify(observed);
    if (last.get(record.taskId) === text) return;
    last.set(record.taskId, text);
    if (observed.state === "running" && !record.placement) records.note({ ...record, placement: observed.placement });
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
        // If a lookup fails, the next poll repeats it.
        const observed = await find().catch(() => undefined);
        const record = records.get(taskId);
        if (isOver || !record || record.ended) return;
        // A task that is being stopped no longer waits.
        if (observed && !(record.stopping && observed.state === "waiting")) reportIfChanged(record, observed);
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
