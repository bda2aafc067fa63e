import { type Engine, resourceSet, type WideColumnDefinition } from "@reeve/orchestrator/engine";

/** An engine like that of the page on writing an engine, whose nodes are ready when their pods are. */
export const smallEngine: Engine<WideColumnDefinition> = {
  name: "small",
  kind: "wide-column",
  simulated: false,
  internalPods: [],
  podSpecs: (_, definition) => {
    const { NODE_COUNT, NODE_CPUS, NODE_MEM } = definition.settings;
    const node = {
      name: "node",
      goal: "RUNNING",
      "resource-set": resourceSet("node", { cpus: NODE_CPUS, mem: NODE_MEM, ports: [] }, definition),
      "command-spec": { value: "exec sleep 1000000", environment: {} },
    };
    return [{ type: "node", count: NODE_COUNT, uris: [], "task-specs": [node] }];
  },
  open: async () => ({
    sequence: () => ["node"],
    environment: ({ id }) => ({ NAME: id }),
    ready: async () => ({ ready: true }),
    mayStop: async () => ({ ready: true }),
    mayLose: async () => ({ ready: true }),
    perform: async () => undefined,
    administration: {} as never,
    close: async () => undefined,
  }),
};
