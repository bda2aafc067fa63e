import { randomUUID } from "node:crypto";
import { decodeInput } from "@reeve/contract";
import { type InstanceInput, instanceDefinition } from "@reeve/orchestrator";
import type { Clock, Cluster, DefinitionOf, Kind, NodeState, NodeView, Placement } from "@reeve/orchestrator/engine";
import type { Agents, TaskState } from "@reeve/orchestrator/runtime";
import { formatNodeId, isOneShot, type PodSpec } from "@reeve/scheduler-models";
import { createSimulation, type Simulation, type SimulationOptions } from "../src/index.ts";
import { type MemoryStore, memoryStore } from "./memory-store.ts";

/** An engine with a runtime, which tests drive like an orchestrator, one node at a time. */
export interface TestInstance<K extends Kind> {
  readonly simulation: Simulation;
  readonly cluster: Cluster<K>;
  readonly agents: Agents;
  readonly states: readonly TaskState[];
  readonly engineStore: MemoryStore;
  readonly runtimeStore: MemoryStore;
  definition: DefinitionOf<K>;
  specs(): readonly PodSpec[];
  nodes(): readonly NodeView[];
  node(id: string): NodeView;
  /** Runs a node's tasks one after another. Resolves when the last task runs. */
  launch(id: string): Promise<void>;
  stop(id: string): Promise<void>;
  /** Forgets the placement and the volumes of a node, so that its next launch is on another agent with new volumes. */
  deleteVolumes(id: string): void;
  ready(id: string): Promise<string>;
  mayStop(id: string): Promise<string>;
  /** Ends the service, but not its tasks. */
  close(): Promise<void>;
  /** Starts the service again from its stored state. */
  reopen(): Promise<TestInstance<K>>;
}

interface TestNode {
  readonly id: string;
  readonly podType: string;
  readonly index: number;
  placement?: Placement;
  before?: string;
  volumes: Record<string, string>;
  done: string[];
  taskId?: string;
  task?: string;
  running: boolean;
  reason?: string;
}

export interface Kept {
  readonly engineStore: MemoryStore;
  readonly runtimeStore: MemoryStore;
  readonly nodes: Map<string, TestNode>;
}

export async function openInstance<K extends Kind>(
  input: InstanceInput & { readonly kind: K },
  clock: Clock,
  options: SimulationOptions = {},
  kept: Kept = { engineStore: memoryStore(), runtimeStore: memoryStore(), nodes: new Map() },
): Promise<TestInstance<K>> {
  const instance = "test";
  const log = () => {};
  const { signal } = new AbortController();
  const simulation = createSimulation(options);
  const pair = simulation.engines.find(({ engine }) => engine.kind === input.kind);
  if (!pair) throw new Error(`no engine for ${input.kind}`);
  const decoded = decodeInput(instanceDefinition([pair]), input);
  if (!decoded.ok) throw new Error(decoded.issues.join("; "));
  const { engine, runtime } = pair;
  const { nodes } = kept;
  const states: TaskState[] = [];
  const waiting = new Map<string, (state: TaskState) => void>();
  let definition = decoded.value as DefinitionOf<K>;
  let specs: readonly PodSpec[] = [];

  function configure(next: DefinitionOf<K>): void {
    definition = next;
    specs = engine.podSpecs(instance, next);
    for (const { type, count } of specs) {
      for (let index = 0; index < count; index++) {
        const id = formatNodeId({ type, index });
        if (!nodes.has(id)) nodes.set(id, { id, podType: type, index, volumes: {}, done: [], running: false });
      }
    }
  }
  configure(definition);

  const specOf = ({ podType }: TestNode): PodSpec => {
    const spec = specs.find(({ type }) => type === podType);
    if (!spec) throw new Error(`no spec of ${podType}`);
    return spec;
  };
  const view = (node: TestNode): NodeView => ({
    id: node.id,
    podType: node.podType,
    index: node.index,
    spec: specOf(node),
    configuration: undefined,
    state: (node.running ? "running" : node.reason ? "failed" : "absent") satisfies NodeState,
    identity: { host: node.id, ports: node.placement?.ports ?? {} },
    placement: node.placement,
    volumes: node.volumes,
    done: node.done,
    tasks: [],
    ...(node.reason !== undefined && { reason: node.reason }),
  });
  const find = (id: string): TestNode => {
    const node = nodes.get(id);
    if (!node) throw new Error(`no node ${id}`);
    return node;
  };

  const agents = await runtime.open({ instance, store: kept.runtimeStore, clock, log, settings: () => ({}) });
  const cluster = (await engine.open({
    instance,
    store: kept.engineStore,
    clock,
    log,
    definition: () => definition,
    nodes: () => [...nodes.values()].map(view),
    node: (id) => {
      const node = nodes.get(id);
      return node && view(node);
    },
    secret: (purpose) => purpose,
  })) as unknown as Cluster<K>;
  agents.watch((state) => {
    states.push(state);
    for (const node of nodes.values()) {
      if (node.taskId !== state.taskId) continue;
      node.running = state.state === "running";
      if (state.state === "running") node.placement = state.placement;
      if (state.state === "failed") node.reason = state.reason;
      else delete node.reason;
    }
    waiting.get(state.taskId)?.(state);
  });
  await agents.adopt([...nodes.values()].flatMap(({ taskId }) => taskId ?? []));

  const nextState = (taskId: string) =>
    new Promise<TaskState>((resolve) => {
      waiting.set(taskId, resolve);
    });

  async function launchTask(node: TestNode, name: string): Promise<TaskState> {
    const spec = specOf(node)["task-specs"].find((task) => task.name === name);
    if (!spec) throw new Error(`no task ${name}`);
    const taskId = `${node.id}-${name}__${randomUUID()}`;
    for (const { "container-path": path } of spec["resource-set"]["volume-specifications"]) {
      node.volumes[path] ??= `${node.id}-${path}-${randomUUID()}`;
    }
    const state = nextState(taskId);
    node.taskId = taskId;
    node.task = name;
    await agents.launch(
      {
        taskId,
        node: node.id,
        podType: node.podType,
        task: name,
        oneShot: isOneShot(spec),
        command: spec["command-spec"],
        resources: spec["resource-set"],
        files: spec["config-files"] ?? [],
        environment: {
          FRAMEWORK_NAME: instance,
          POD_INSTANCE_INDEX: String(node.index),
          TASK_NAME: `${node.id}-${name}`,
          TASK_USER: "",
          ...cluster.environment(view(node), name),
        },
        secrets: {},
        volumes: Object.fromEntries(Object.entries(node.volumes).map(([path, volume]) => [path, { name: volume, kept: false }])),
        ...(node.placement && { on: node.placement }),
        ...(node.before !== undefined && { avoid: node.before }),
        identity: { host: node.id, ports: node.placement?.ports ?? {} },
        healthCheck: null,
        placementRule: specOf(node)["placement-rule"] ?? null,
        container: null,
        uris: [],
        user: "",
        readinessCheck: null,
        grace: 30,
      },
      signal,
    );
    return state;
  }

  async function ended(taskId: string): Promise<TaskState> {
    for (;;) {
      const state = await nextState(taskId);
      if (state.state !== "running") return state;
    }
  }

  return {
    simulation,
    cluster,
    agents,
    states,
    engineStore: kept.engineStore,
    runtimeStore: kept.runtimeStore,
    get definition() {
      return definition;
    },
    set definition(next) {
      configure(next);
    },
    specs: () => specs,
    nodes: () => [...nodes.values()].map(view),
    node: (id) => view(find(id)),
    async launch(id) {
      const node = find(id);
      for (const task of cluster.sequence(view(node))) {
        if (node.done.includes(task)) continue;
        const spec = specOf(node)["task-specs"].find(({ name }) => name === task);
        const state = await launchTask(node, task);
        if (state.state === "failed") throw new Error(state.reason);
        if (!spec || !isOneShot(spec)) return;
        const end = await ended(node.taskId ?? "");
        if (end.state === "failed") throw new Error(end.reason);
        node.done.push(task);
      }
    },
    async stop(id) {
      const { taskId = "" } = find(id);
      const end = nextState(taskId);
      await agents.stop(taskId, signal);
      await end;
    },
    deleteVolumes(id) {
      const node = find(id);
      node.before = node.placement?.agent ?? "";
      delete node.placement;
      node.volumes = {};
      node.done = [];
    },
    async ready(id) {
      const answer = await cluster.ready(view(find(id)), signal);
      return answer.ready ? "ready" : answer.reason;
    },
    async mayStop(id) {
      const answer = await cluster.mayStop(view(find(id)), signal);
      return answer.ready ? "ready" : answer.reason;
    },
    async close() {
      await cluster.close();
      await agents.close();
    },
    async reopen() {
      return openInstance<K>(definition as unknown as InstanceInput & { readonly kind: K }, clock, options, kept);
    },
  };
}
