import type { TaskState } from "./runtime.ts";

export type TaskReports = ReturnType<typeof taskReports>;

/** Passes on the states of a runtime's tasks. The first listener also gets the states that were reported before it was added. */
export function taskReports() {
  const listeners = new Set<(state: TaskState) => void>();
  const undelivered: TaskState[] = [];
  return {
    report(state: TaskState): void {
      if (listeners.size === 0) undelivered.push(state);
      for (const listener of [...listeners]) listener(state);
    },
    /** Calls the listener for each report, until the returned function is called. */
    watch(listener: (state: TaskState) => void): () => void {
      listeners.add(listener);
      for (const state of undelivered.splice(0)) queueMicrotask(() => listener(state));
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
