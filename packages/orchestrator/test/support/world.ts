import { ReeveError } from "@reeve/contract";
import type { PodSpec, TaskSpec } from "@reeve/scheduler-models";
import type {
  Agents,
  Cluster,
  Engine,
  InstanceDefinition,
  Kind,
  LaunchRequest,
  NodeView,
  Placement,
  Readiness,
  Runtime,
  TaskState,
  Work,
  WorkContext,
} from "../../src/index.ts";

/**
 * What an orchestrator acts upon, for tests: tasks that run until the test ends them, and an engine that says what the test tells it to.
 * It outlives the orchestrators that are killed above it.
 */
export interface World {
  readonly engines: readonly { readonly engine: Engine; readonly runtime: Runtime }[];
  /** Every launch, in order. */
  readonly launches: LaunchRequest[];
  /** Everything that was stopped, in order. */
  readonly stops: string[];
  readonly givenUp: string[];
  readonly works: Work[];
  /** Tasks that run, by node. */
  running(): readonly string[];
  /** A task of the node ends by itself. */
  die(node: string, reason?: string): void;
  /** What the engine says of a node; by default yes. */
  ready: (node: NodeView) => Readiness;
  mayStop: (node: NodeView) => Readiness;
  /** A reason why a task fails as soon as it runs. */
  fails: (request: LaunchRequest) => string | undefined;
  /** Whether the tasks of a node take their time to stop: until the test lets them. */
  lingers: (node: string) => boolean;
  /** Those of a node that were told to stop and linger do stop. */
  letStop(node: string): void;
  /** A reason why there is no place for a task. */
  refuses: (request: LaunchRequest) => string | undefined;
  perform: (work: Work, context: WorkContext) => Promise<void>;
  /** What a launch waits for, where it has to. */
  gets?: (report: (waitsFor: string) => void) => Promise<void>;
  /** From now on what was opened reaches nothing any more: its process is dead. */
  kill(): void;
  /** For rules that are watched over. */
  onReady?: (node: string) => void;
  onAgreed?: (node: string) => void;
  onStop?: (node: string) => void;
  onLaunch?: (request: LaunchRequest) => void;
  onFinish?: (request: LaunchRequest) => void;
  /** The ids of a node's tasks that run. */
  live(node: string): readonly string[];
  /** How many agents and clusters were opened and not closed. */
  open(): number;
  /** A reason why an engine of a kind cannot be opened. */
  closedTo: (kind: Kind) => string | undefined;
  /** Forgets a task, as a runtime does that was restarted itself. */
  forget(node: string): void;
}

export interface WorldOptions {
  /** Adds a pod of the engine's own, which comes first. */
  readonly controllers?: boolean;
  /** Adds a one-shot task before the node's own. */
  readonly format?: boolean;
}

const YES: Readiness = { ready: true };

export function createWorld(options: WorldOptions = {}): World {
  interface Task {
    readonly request: LaunchRequest;
    readonly placement: Placement;
    state: TaskState;
  }
  const tasks = new Map<string, Task>();
  let listeners = new Set<(state: TaskState) => void>();
  const lingering = new Set<Task>();
  const opened = new Set<Agents | Cluster>();
  let life = 0;
  const at = () => "2026-01-01T00:00:00.000Z";
  const tell = (task: Task, state: TaskState) => {
    task.state = state;
    for (const listener of listeners) listener(state);
  };

  function stopSoon(task: Task): void {
    queueMicrotask(() => {
      if (task.state.state === "running") tell(task, { taskId: task.request.taskId, at: at(), state: "stopped" });
    });
  }

  /** Counted as open until it is closed. */
  function counted<Opened extends Agents | Cluster>(made: Opened): Opened {
    opened.add(made);
    return Object.assign(made, { close: async () => void opened.delete(made) });
  }

  function open(): Agents {
    const mine = life;
    const alive = () => {
      if (mine !== life) throw new Error("dead");
    };
    const never = new Promise<never>(() => undefined);
    return {
      count: 100,
      adopt: async (taskIds) => taskIds.flatMap((taskId) => tasks.get(taskId)?.state ?? []),
      launch: async (request) => {
        if (mine !== life) return never;
        const refusal = world.refuses(request);
        if (refusal !== undefined) throw new Error(refusal);
        world.launches.push(request);
        world.onLaunch?.(request);
        const known = tasks.get(request.taskId);
        if (known) return known.placement;
        const placement = request.on ?? place(request);
        const task: Task = {
          request,
          placement,
          state: { taskId: request.taskId, at: at(), state: "running", placement },
        };
        tasks.set(request.taskId, task);
        queueMicrotask(() => {
          tell(task, task.state);
          const reason = world.fails(request);
          if (reason !== undefined) tell(task, { taskId: request.taskId, at: at(), state: "failed", reason });
          else if (request.oneShot) {
            world.onFinish?.(request);
            tell(task, { taskId: request.taskId, at: at(), state: "finished" });
          }
        });
        return placement;
      },
      stop: async (taskId) => {
        if (mine !== life) return never;
        world.stops.push(taskId);
        const task = tasks.get(taskId);
        if (task?.state.state !== "running") return;
        world.onStop?.(task.request.node);
        if (world.lingers(task.request.node)) lingering.add(task);
        else stopSoon(task);
      },
      giveUp: async (volume) => {
        if (mine !== life) return never;
        world.givenUp.push(volume);
      },
      watch: (listener) => {
        alive();
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: async () => undefined,
    };
  }

  function place(request: LaunchRequest): Placement {
    let number = 0;
    const taken = new Set(
      [...tasks.values()].filter(({ state }) => state.state === "running").map(({ placement }) => placement.agent),
    );
    while (request.avoid.includes(`agent-${number}`) || taken.has(`agent-${number}`)) number++;
    return {
      agent: `agent-${number}`,
      hostname: `host-${number}.invalid`,
      addresses: [`198.18.0.${number}`],
      ports: {},
    };
  }

  function cluster(): Cluster {
    const mine = life;
    const never = new Promise<never>(() => undefined);
    return {
      sequence: ({ spec }) => spec["task-specs"].map(({ name }) => name),
      environment: (node, _task, report) => {
        const told = { PEER_OF: node.id };
        return world.gets ? world.gets(report).then(() => told) : told;
      },
      ready: async (node) => {
        if (mine !== life) return never;
        const answer = world.ready(node);
        if (answer.ready) world.onReady?.(node.id);
        return answer;
      },
      mayStop: async (node) => {
        if (mine !== life) return never;
        const answer = world.mayStop(node);
        if (answer.ready) world.onAgreed?.(node.id);
        return answer;
      },
      perform: async (work, context) => {
        if (mine !== life) return never;
        world.works.push(work);
        await world.perform(work, context);
        return mine === life ? undefined : never;
      },
      administration: {} as Cluster["administration"],
      close: async () => undefined,
    };
  }

  function engine(kind: Kind): Engine {
    return {
      name: "simulated",
      kind,
      simulated: true,
      internalPods: options.controllers ? ["controller"] : [],
      podSpecs: (_instance, definition) => podSpecs(definition, options),
      open: async () => {
        const reason = world.closedTo(kind);
        if (reason !== undefined) throw new Error(reason);
        return counted(cluster()) as never;
      },
    };
  }

  const runtime: Runtime = { name: "test", simulated: true, open: async () => counted(open()) };
  const find = (node: string) =>
    [...tasks.values()].find(({ request, state }) => request.node === node && state.state === "running");
  const world: World = {
    engines: (["broker", "wide-column", "file-system"] as const).map((kind) => ({ engine: engine(kind), runtime })),
    launches: [],
    stops: [],
    givenUp: [],
    works: [],
    running: () =>
      [...tasks.values()].filter(({ state }) => state.state === "running").map(({ request }) => request.node),
    live: (node) =>
      [...tasks.values()].flatMap(({ request, state }) =>
        request.node === node && state.state === "running" ? request.taskId : [],
      ),
    die: (node, reason = "it died") => {
      const task = find(node);
      if (task) tell(task, { taskId: task.request.taskId, at: at(), state: "failed", reason });
    },
    ready: () => YES,
    mayStop: () => YES,
    fails: () => undefined,
    lingers: () => false,
    letStop: (node) => {
      for (const task of lingering) {
        if (task.request.node !== node) continue;
        lingering.delete(task);
        stopSoon(task);
      }
    },
    refuses: () => undefined,
    perform: async () => undefined,
    kill: () => {
      life++;
      listeners = new Set();
    },
    open: () => opened.size,
    closedTo: () => undefined,
    forget: (node) => {
      const task = find(node);
      if (task) tasks.delete(task.request.taskId);
    },
  };
  return world;
}

function podSpecs(definition: InstanceDefinition, { controllers, format }: WorldOptions): readonly PodSpec[] {
  switch (definition.kind) {
    case "broker": {
      const { BROKER_COUNT, BROKER_MEM } = definition.settings;
      if ("unknown.setting" in definition.engineConfiguration)
        throw new ReeveError("bad-input", "unknown.setting: is no setting");
      const brokers = pod("broker", BROKER_COUNT, { MEM: String(BROKER_MEM) }, format);
      return controllers
        ? [pod("controller", definition.controllers, { MEM: String(BROKER_MEM) }), brokers]
        : [brokers];
    }
    case "wide-column":
      return [pod("node", definition.settings.NODE_COUNT, { MEM: String(definition.settings.NODE_MEM) }, format)];
    case "file-system":
      return (["journal", "name", "fc", "data"] as const).map((type) =>
        pod(type, definition.pods[type].count, { MEM: String(definition.pods[type].mem) }, format && type === "name"),
      );
  }
}

function pod(type: string, count: number, environment: Readonly<Record<string, string>>, format = false): PodSpec {
  const tasks = [
    ...(format ? [task(type, "format", "FINISHED", environment)] : []),
    task(type, "node", "RUNNING", environment),
  ];
  const rules = [{ "@type": "TaskTypeRule", type, behavior: "AVOID" as const }];
  return { type, count, uris: [], "task-specs": tasks, "placement-rule": { "@type": "AndRule", rules } };
}

function task(type: string, name: string, goal: string, environment: Readonly<Record<string, string>>): TaskSpec {
  const disk = {
    type: "ROOT",
    "container-path": `${type}-data`,
    name: "disk",
    value: { type: "SCALAR", scalar: { value: 100 } },
  };
  return {
    name,
    goal,
    "resource-set": { id: `${type}-resources`, "resource-specifications": [], "volume-specifications": [disk] },
    "command-spec": { value: `run ${type}`, environment },
  };
}
