import type { Engine, Readiness } from "@reeve/orchestrator/engine";
import type { Agents, Clock, Runtime, TaskState } from "@reeve/orchestrator/runtime";

/** An engine whose nodes do no work and are ready at once by default. */
export function instantEngine(ready: (node: string) => Readiness = () => ({ ready: true })): Engine {
  return {
    name: "instant",
    kind: "wide-column",
    simulated: true,
    internalPods: [],
    podSpecs: (_, definition) => {
      if (definition.kind !== "wide-column") throw new Error(`no ${definition.kind} here`);
      const environment = { MEM: String(definition.settings.NODE_MEM) };
      const resources = { id: "node", "resource-specifications": [], "volume-specifications": [] };
      const command = { value: "idle", environment };
      const task = { name: "node", goal: "RUNNING", "resource-set": resources, "command-spec": command };
      return [{ type: "node", count: definition.settings.NODE_COUNT, uris: [], "task-specs": [task] }];
    },
    open: async () => ({
      sequence: () => ["node"],
      environment: () => ({}),
      ready: async ({ id }) => ready(id),
      mayStop: async () => ({ ready: true }),
      mayLose: async () => ({ ready: true }),
      perform: async () => undefined,
      administration: {} as never,
      close: async () => undefined,
    }),
  };
}

/** A runtime that starts and stops tasks at once. */
export const instantRuntime: Runtime = {
  name: "instant",
  simulated: true,
  open: async (): Promise<Agents> => {
    const listeners = new Set<(state: TaskState) => void>();
    const at = new Date().toISOString();
    const report = (state: TaskState) =>
      queueMicrotask(() => {
        for (const listener of listeners) listener(state);
      });
    return {
      count: 1,
      adopt: async () => [],
      identify: async (nodes) => new Map(nodes.map(({ node }) => [node, { host: "198.18.0.1", ports: {} }])),
      launch: async ({ taskId }) => {
        const placement = { agent: "agent", hostname: "host.invalid", addresses: ["198.18.0.1"], ports: {} };
        report({ taskId, at, state: "running", placement });
      },
      stop: async (taskId) => report({ taskId, at, state: "stopped" }),
      deleteVolume: async () => undefined,
      watch: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: async () => undefined,
    };
  },
};

/** A clock whose timers run on `tick()`. */
export function steppedClock(): Clock & { tick(): void } {
  let timers = new Set<() => void>();
  return {
    now: Date.now,
    after: (_, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    tick: () => {
      const due = timers;
      timers = new Set();
      for (const run of due) run();
    },
  };
}
