import { ReeveError } from "@reeve/contract";
import type { PodSpec, TaskSpec } from "@reeve/scheduler-models";
import type {
  Cluster,
  Engine,
  EngineContext,
  Environment,
  InstanceDefinition,
  Kind,
  NodeChange,
  NodeLimits,
  NodeView,
  Placement,
  PrepareContext,
  Readiness,
  Secrets,
  Work,
  WorkContext,
} from "../../src/for-engines.ts";
import type { Agents, LaunchRequest, Runtime, TaskState } from "../../src/for-runtimes.ts";
import { type TestSettings, testSettings } from "./definitions.ts";

/**
 * The runtime and engine of an orchestrator in tests: tasks run until the test ends them, and the engine gives the answers that the test
 * sets. A world outlives orchestrators that are killed.
 */
export interface World {
  readonly engines: readonly { readonly engine: Engine; readonly runtime: Runtime }[];
  /** All launches, in order. */
  readonly launches: LaunchRequest[];
  /** All stops, in order. */
  readonly stops: string[];
  readonly deleted: string[];
  readonly works: Work[];
  /** The node of each running task. */
  running(): readonly string[];
  /** Ends a node's task as if it ended by itself. */
  die(node: string, reason?: string, full?: string): void;
  /** Makes a node's running task fail its health check, or recover. */
  hang(node: string, reason?: string): void;
  /** Reports that it is not known whether a node runs, or that it is seen again. */
  hide(node: string, reason?: string): void;
  /** Reports that the disk of a node's running task has no room, or has room again. */
  fill(node: string, reason?: string): void;
  /** The engine's answer for a node; yes by default. */
  ready: (node: NodeView) => Readiness;
  mayStop: (node: NodeView) => Readiness;
  /** Whether a running node still serves, if the test sets it before the engine is opened. */
  serves?: (node: NodeView) => Readiness;
  mayLose: (nodes: readonly NodeView[]) => Readiness;
  /** The engine's answer before a launch, given all nodes; only asked in worlds with `joins`. */
  mayStart: (node: NodeView, nodes: readonly NodeView[]) => Readiness;
  /** The engine's work before and after changes of a node, if the test sets it before the engine is opened. */
  before?: (node: NodeView, change: NodeChange) => Readiness;
  after?: (node: NodeView, change: NodeChange) => Readiness;
  /** What the engine completes once nothing changes, if the test sets it before the engine is opened. */
  atRest?: () => Readiness;
  /** Whether the number of nodes may be lowered; undefined if the engine does not support it. */
  mayShrink?: (podType: string, to: number) => Readiness;
  /** Whether the engine never answers a question about a node. */
  silent: (question: "ready" | "mayStop" | "mayStart" | "mayLose", node: string) => boolean;
  /** Which request for a node is never answered: its preparation, its launch or its stop. */
  hangs: (request: { readonly node: string }) => "prepare" | "launch" | "stop" | undefined;
  /** A reason why a launched task does not run yet. */
  waits: (request: LaunchRequest) => string | undefined;
  /** Lets a node's waiting tasks run. */
  letRun(node: string): void;
  /** The ports that a node gets unless it already has an identity. */
  ports: Readonly<Record<string, number>>;
  /** A reason why a node cannot be identified. */
  unidentified: (node: string) => string | undefined;
  /** Secret values for a node's files. */
  secrets: (node: NodeView, secret: (purpose: string) => string) => Secrets;
  /** The variables that tell a node's tasks about its peers, given all nodes. */
  peers: (node: NodeView, nodes: readonly NodeView[]) => Environment;
  /** Deletes a node's volumes. */
  loseVolumes(node: string): void;
  /** A reason why a task fails as soon as it runs. */
  fails: (request: LaunchRequest) => string | undefined;
  /** Whether a node's tasks keep running after a stop until the test calls `letStop`. */
  lingers: (node: string) => boolean;
  /** Ends those tasks of a node that `lingers` has kept running after their stop. */
  letStop(node: string): void;
  /** A reason why a volume cannot be deleted. */
  undeletable: (volume: string) => string | undefined;
  /** Whether the deletion of a volume is never answered. */
  deletionHangs: (volume: string) => boolean;
  /** A reason why the runtime cannot be opened. */
  unopened: () => string | undefined;
  /** Reports what the runtime cannot do at present. */
  trouble: (reasons: readonly string[]) => void;
  /** A reason why a task cannot be placed. */
  refuses: (request: LaunchRequest) => string | undefined;
  perform: (work: Work, context: WorkContext) => Promise<void>;
  /** The preparation that each launch waits for, if the test sets one. */
  gets?: (context: PrepareContext) => Promise<void>;
  /** Cuts off everything that was opened, as the death of the service's process would. */
  kill(): void;
  /** `watchOver` and `keepCopies` set the following functions, and the world calls them. */
  onReady?: (node: string) => void;
  onLeft?: (node: string) => void;
  onAgreed?: (node: string) => void;
  onMayLose?: (node: string) => void;
  onMayStart?: (node: string) => void;
  onRun?: (request: LaunchRequest) => void;
  onDelete?: (volume: string) => void;
  /** Called when a launched task has ended or was never started. */
  onGone?: (taskId: string) => void;
  onStop?: (node: string) => void;
  onLaunch?: (request: LaunchRequest) => void;
  onFinish?: (request: LaunchRequest) => void;
  /** The ids of a node's running tasks. */
  live(node: string): readonly string[];
  /** The clean-up that the runtime does for an instance. */
  end: () => void;
  /** The number of open agents and clusters. */
  open(): number;
  /** A reason why an engine cannot be opened. */
  closedTo: (kind: Kind) => string | undefined;
  /** Forgets a node's tasks, like a runtime that was restarted. */
  forget(node: string): void;
}

export interface WorldOptions {
  /** Adds an internal pod, which is rolled out first. */
  readonly controllers?: boolean;
  /** Adds a one-shot task before the node's own. */
  readonly format?: boolean;
  /** Makes the orchestrator ask the engine before each launch of a node. */
  readonly joins?: boolean;
  /** The nodes of a new instance are launched at the same time. */
  readonly joinsTogether?: boolean;
  readonly limits?: Partial<NodeLimits>;
}

const YES: Readiness = { ready: true };

export function createWorld(options: WorldOptions = {}): World {
  interface Task {
    readonly request: LaunchRequest;
    readonly placement: Placement;
    state: TaskState;
    hasRun?: boolean;
  }
  const tasks = new Map<string, Task>();
  let listeners = new Set<(state: TaskState) => void>();
  const lingering = new Set<Task>();
  const waiting = new Set<Task>();
  const volumes = new Set<string>();
  const opened = new Set<Agents | Cluster>();
  let life = 0;
  const at = () => "2026-01-01T00:00:00.000Z";
  const tell = (task: Task, state: TaskState) => {
    task.state = state;
    if (!isAlive(state)) world.onGone?.(task.request.taskId);
    for (const listener of listeners) listener(state);
  };

  function stopSoon(task: Task): void {
    queueMicrotask(() => {
      if (task.state.state === "running") tell(task, { ...endOf(task), state: "stopped" });
    });
  }

  const endOf = ({ request: { taskId }, placement, hasRun }: Task) => ({
    taskId,
    at: at(),
    ...(hasRun && { ran: placement }),
  });

  /** Makes a launched task run, fail or finish. */
  function run(task: Task): void {
    const { request, placement } = task;
    const { taskId } = request;
    const kept = Object.values(request.volumes).find(({ name, kept }) => kept && !volumes.has(name));
    if (kept) {
      const reason = `the volume ${kept.name} is missing`;
      tell(task, { taskId, at: at(), state: "failed", reason, lost: kept.name });
      return;
    }
    for (const { name } of Object.values(request.volumes)) volumes.add(name);
    world.onRun?.(request);
    task.hasRun = true;
    tell(task, { taskId, at: at(), state: "running", placement });
    const reason = world.fails(request);
    if (reason !== undefined) tell(task, { ...endOf(task), state: "failed", reason });
    else if (request.oneShot) {
      world.onFinish?.(request);
      tell(task, { ...endOf(task), state: "finished" });
    }
  }

  /** Counts a resource as open until it is closed. */
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
      identify: async (nodes) => {
        const reason = nodes.map(({ node }) => world.unidentified(node)).find((each) => each !== undefined);
        if (reason !== undefined) throw new ReeveError("conflict", reason);
        return new Map(nodes.map(({ node, had }) => [node, had ?? { host: `${node}.invalid`, ports: world.ports }]));
      },
      adopt: async (taskIds) => taskIds.flatMap((taskId) => tasks.get(taskId)?.state ?? []),
      launch: async (request) => {
        if (mine !== life) return never;
        const { taskId } = request;
        const refusal = world.refuses(request);
        if (refusal !== undefined) throw new Error(refusal);
        world.launches.push(request);
        world.onLaunch?.(request);
        if (world.hangs(request) === "launch") return never;
        const known = tasks.get(taskId);
        if (known) return tell(known, known.state);
        const placement = { ...(request.on ?? place(request)), ports: request.identity.ports };
        const reason = world.waits(request);
        const state: TaskState =
          reason === undefined ? { taskId, at: at(), state: "running", placement } : { taskId, at: at(), state: "waiting", reason };
        const task: Task = { request, placement, state };
        tasks.set(taskId, task);
        if (reason === undefined) queueMicrotask(() => task.state.state === "running" && run(task));
        else {
          waiting.add(task);
          tell(task, state);
        }
      },
      stop: async (taskId) => {
        if (mine !== life) return never;
        world.stops.push(taskId);
        const task = tasks.get(taskId);
        // An unanswered request may take effect at any time, so the node counts as stopped from the first request on.
        if (task?.state.state === "running") world.onStop?.(task.request.node);
        if (task && world.hangs(task.request) === "stop") return never;
        if (task?.state.state === "waiting") {
          waiting.delete(task);
          tell(task, { taskId, at: at(), state: "stopped" });
        } else if (task?.state.state === "running") {
          if (world.lingers(task.request.node)) lingering.add(task);
          else stopSoon(task);
        } else {
          const state: TaskState = task?.state ?? { taskId, at: at(), state: "stopped" };
          world.onGone?.(taskId);
          for (const listener of listeners) listener(state);
        }
      },
      deleteVolume: async (volume) => {
        if (mine !== life) return never;
        if (world.deletionHangs(volume)) return never;
        const refusal = world.undeletable(volume);
        if (refusal !== undefined) throw new Error(refusal);
        world.deleted.push(volume);
        world.onDelete?.(volume);
        volumes.delete(volume);
      },
      watch: (listener) => {
        alive();
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      watchTroubles: (listener) => {
        world.trouble = listener;
        return () => {
          world.trouble = () => undefined;
        };
      },
      end: async () => world.end(),
      close: async () => undefined,
    };
  }

  function place(request: LaunchRequest): Placement {
    let number = 0;
    const taken = new Set([...tasks.values()].filter(({ state }) => isAlive(state)).map(({ placement }) => placement.agent));
    while (request.avoid === `agent-${number}` || taken.has(`agent-${number}`)) number++;
    return {
      agent: `agent-${number}`,
      hostname: `host-${number}.invalid`,
      addresses: [`198.18.0.${number}`],
      ports: {},
    };
  }

  function cluster({ nodes, secret }: Pick<EngineContext<unknown>, "nodes" | "secret">): Cluster {
    const mine = life;
    const never = new Promise<never>(() => undefined);
    const put = async (
      question: "ready" | "mayStop" | "mayStart" | "mayLose",
      node: string,
      answerOf: () => Readiness,
      onYes?: (node: string) => void,
    ): Promise<Readiness> => {
      if (mine !== life || world.silent(question, node)) return never;
      const answer = answerOf();
      if (answer.ready) onYes?.(node);
      return answer;
    };
    return {
      sequence: ({ spec }) => spec["task-specs"].map(({ name }) => name),
      environment: (node) => ({
        PEER_OF: node.id,
        ...world.peers(node, nodes()),
        ...(node.replaced && { REPLACES: node.replaced.addresses[0] ?? "" }),
      }),
      secrets: (node) => world.secrets(node, secret),
      get prepare() {
        const { gets } = world;
        return async (node: NodeView, _task: string, context: PrepareContext) => {
          if (world.hangs({ node: node.id }) === "prepare") return never;
          await gets?.(context);
          return {};
        };
      },
      ready: (node) => put("ready", node.id, () => world.ready(node), world.after ? undefined : world.onReady),
      mayStop: (node) => put("mayStop", node.id, () => world.mayStop(node), world.onAgreed),
      mayLose: (nodes) => {
        const [node = { id: "" }] = nodes;
        return put("mayLose", node.id, () => world.mayLose(nodes), world.onMayLose);
      },
      ...(world.serves && {
        serves: async (node: NodeView) => (mine === life ? (world.serves?.(node) ?? YES) : never),
      }),
      ...(options.joins && {
        mayStart: (node: NodeView) => put("mayStart", node.id, () => world.mayStart(node, nodes()), world.onMayStart),
      }),
      ...(world.atRest && { atRest: async () => (mine === life ? (world.atRest?.() ?? YES) : never) }),
      ...(world.before && {
        before: async (node: NodeView, change: NodeChange) => (mine === life ? (world.before?.(node, change) ?? YES) : never),
      }),
      ...(world.after && {
        after: async (node: NodeView, change: NodeChange) => {
          if (mine !== life) return never;
          const answer = world.after?.(node, change) ?? YES;
          if (answer.ready && change !== "leave") world.onReady?.(node.id);
          if (answer.ready && change === "leave") world.onLeft?.(node.id);
          return answer;
        },
      }),
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
      joinsTogether: options.joinsTogether === true,
      settings: testSettings,
      limits: () => options.limits ?? {},
      get mayShrink() {
        return world.mayShrink ?? (() => ({ ready: false as const, reason: "the engine does not support this" }));
      },
      podSpecs: (_instance, definition) => podSpecs(definition, options),
      open: async (context) => {
        const reason = world.closedTo(kind);
        if (reason !== undefined) throw new Error(reason);
        return counted(cluster(context)) as never;
      },
    };
  }

  const runtime: Runtime = {
    name: "test",
    simulated: true,
    open: async () => {
      const reason = world.unopened();
      if (reason !== undefined) throw new Error(reason);
      return counted(open());
    },
  };
  const find = (node: string) => [...tasks.values()].find(({ request, state }) => request.node === node && state.state === "running");
  /** Reports a running task of a node once more, with what is amiss. */
  function report(node: string, amiss: Amiss): void {
    const task = find(node);
    if (!task) return;
    const { placement } = task;
    tell(task, { taskId: task.request.taskId, at: at(), state: "running", placement, ...amiss });
  }

  const world: World = {
    engines: (["broker", "wide-column", "file-system"] as const).map((kind) => ({ engine: engine(kind), runtime })),
    launches: [],
    stops: [],
    deleted: [],
    works: [],
    running: () => [...tasks.values()].filter(({ state }) => state.state === "running").map(({ request }) => request.node),
    live: (node) =>
      [...tasks.values()].flatMap(({ request, state }) => (request.node === node && state.state === "running" ? request.taskId : [])),
    die: (node, reason = "it died", full) => {
      const task = find(node);
      if (task) tell(task, { ...endOf(task), state: "failed", reason, ...(full !== undefined && { full }) });
    },
    ports: {},
    unidentified: () => undefined,
    secrets: () => ({}),
    peers: () => ({}),
    hang: (node, unhealthy) => report(node, unhealthy === undefined ? {} : { unhealthy }),
    ready: () => YES,
    mayStop: () => YES,
    mayLose: () => YES,
    mayStart: () => YES,
    silent: () => false,
    hide: (node, unseen) => report(node, unseen === undefined ? {} : { unseen }),
    fill: (node, full) => report(node, full === undefined ? {} : { full }),
    hangs: () => undefined,
    waits: () => undefined,
    letRun: (node) => {
      for (const task of waiting) {
        if (task.request.node !== node) continue;
        waiting.delete(task);
        run(task);
      }
    },
    loseVolumes: (node) => {
      const task = [...tasks.values()].findLast(({ request }) => request.node === node);
      for (const { name } of Object.values(task?.request.volumes ?? {})) volumes.delete(name);
    },
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
    undeletable: () => undefined,
    deletionHangs: () => false,
    unopened: () => undefined,
    trouble: () => undefined,
    perform: async () => undefined,
    end: () => undefined,
    kill: () => {
      life++;
      listeners = new Set();
    },
    open: () => opened.size,
    closedTo: () => undefined,
    forget: (node) => {
      const task = find(node) ?? [...waiting].find(({ request, state }) => request.node === node && state.state === "waiting");
      if (!task) return;
      tasks.delete(task.request.taskId);
      // A waiting task is not gone, because the orchestrator sends it to the runtime again.
      if (!waiting.delete(task)) world.onGone?.(task.request.taskId);
    },
  };
  return world;
}

/** What is amiss with a running task. */
type Amiss = Omit<Extract<TaskState, { readonly state: "running" }>, "state" | "taskId" | "at" | "placement">;

function isAlive({ state }: TaskState): boolean {
  return state === "running" || state === "waiting";
}

function podSpecs(definition: InstanceDefinition, { controllers, format }: WorldOptions): readonly PodSpec[] {
  switch (definition.kind) {
    case "broker": {
      const { BROKER_COUNT, BROKER_MEM } = definition.settings;
      const own = definition as typeof definition & TestSettings;
      if ("unknown.setting" in own.engineConfiguration) throw new ReeveError("bad-input", "unknown.setting: is no setting");
      const path = own.engineConfiguration["volume.path"];
      const brokers = pod("broker", BROKER_COUNT, { MEM: String(BROKER_MEM) }, format, path === undefined ? undefined : String(path));
      return controllers ? [pod("controller", own.controllers, { MEM: String(BROKER_MEM) }), brokers] : [brokers];
    }
    case "wide-column":
      return [pod("node", definition.settings.NODE_COUNT, { MEM: String(definition.settings.NODE_MEM) }, format)];
    case "file-system":
      return (["journal", "name", "fc", "data"] as const).map((type) =>
        pod(type, definition.pods[type].count, { MEM: String(definition.pods[type].mem) }, format && type === "name"),
      );
  }
}

function pod(type: string, count: number, environment: Readonly<Record<string, string>>, format = false, path = `${type}-data`): PodSpec {
  const tasks = [
    ...(format ? [task(type, "format", "FINISHED", environment, path)] : []),
    task(type, "node", "RUNNING", environment, path),
  ];
  const rules = [{ "@type": "TaskTypeRule", type, behavior: "AVOID" as const }];
  return { type, count, uris: [], "task-specs": tasks, "placement-rule": { "@type": "AndRule", rules } };
}

function task(type: string, name: string, goal: string, environment: Readonly<Record<string, string>>, path: string): TaskSpec {
  const disk = {
    type: "ROOT",
    "container-path": path,
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
