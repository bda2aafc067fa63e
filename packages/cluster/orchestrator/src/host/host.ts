import { ReeveError } from "@reeve/contract";
import type { PodSpec } from "@reeve/scheduler-models";
import type { Clock } from "../clock.ts";
import { runtimeSettings } from "../definition/settings.ts";
import { restController } from "../effects/at-rest.ts";
import { disruptionController } from "../effects/disruptions.ts";
import { environmentHash } from "../effects/environment-hash.ts";
import { type EffectContext, nodeController } from "../effects/nodes.ts";
import { permissionController } from "../effects/permissions.ts";
import { sidecarController } from "../effects/sidecars.ts";
import { workController } from "../effects/works.ts";
import type { Cluster, Engine } from "../engine.ts";
import type { Log } from "../log.ts";
import { advance } from "../machine/advance.ts";
import { targetSpecs } from "../machine/configurations.ts";
import { identify, nodesToIdentify } from "../machine/identities.ts";
import { type Changes, type Machine, noChanges } from "../machine/machine.ts";
import { resetWorks } from "../machine/maintenance.ts";
import { viewOfNode } from "../machine/node.ts";
import { onTaskState } from "../machine/node-events.ts";
import { revertStops } from "../machine/operation.ts";
import type { InstanceState } from "../machine/run.ts";
import { dropStraySidecars } from "../machine/sidecars.ts";
import { reasonOf } from "../reason.ts";
import type { Retention } from "../retention.ts";
import type { Agents, Identity, Runtime, TaskState } from "../runtime.ts";
import type { Committer, Writer } from "../state/committer.ts";
import type { Database } from "../state/database.ts";
import { rowsOf } from "../state/rows.ts";
import type { SecretOf } from "../state/secret-key.ts";
import { DEFAULT_LIMITS } from "../timing.ts";
import { nodeList } from "./node-list.ts";
import { type Running, stopTasks } from "./stop-tasks.ts";

/** One running instance: its state machine, its store, and its controllers. */
export interface Host {
  readonly machine: Machine;
  readonly engine: Engine;
  readonly runtime: Runtime;
  /** Undefined until the host is open. */
  readonly opened: { readonly agents: Agents; readonly cluster: Cluster } | undefined;
  /** What the runtime cannot do at present, and what the engine needs soon, although no node waits for it. */
  readonly troubles: readonly string[];
  /** Opens the engine and the runtime, and takes over the tasks that are still running. */
  open(): Promise<void>;
  /**
   * Asks the runtime which identities (addresses and ports) the nodes of these pod specs would get. This does not change the nodes' current
   * identities.
   */
  identities(podSpecs: readonly PodSpec[]): Promise<ReadonlyMap<string, Identity>>;
  /** Starts the controllers. */
  begin(): void;
  /** Changes the state on behalf of a caller. The change is durable when this returns. */
  request<Result>(change: () => Result): Result;
  /** Writes the changes of this instance, so that one transaction can contain the changes of several instances. */
  readonly writer: Writer;
  /**
   * Tries to store the state before it is shown. A state that cannot be stored, for instance because the disk is full, is shown as well,
   * because operators need to see it.
   */
  settled(): void;
  watch(listener: () => void): () => void;
  /** Stops the controllers, then stops all tasks or leaves them running, and finally closes the host. */
  close(tasks: "stop" | "leave"): Promise<void>;
  /**
   * For the removal of the instance: stops the controllers and all tasks, closes the engine, and hands over the agents. A host that is not
   * open opens only the runtime for this; the signal ends the wait for a runtime that cannot be opened. Afterwards, the host can no longer
   * be used.
   */
  retire(signal: AbortSignal): Promise<Retired>;
}

/** What is left of a host that was retired. */
interface Retired {
  readonly agents: Agents;
  /** The tasks that have not ended in time. */
  readonly running: Running;
}

export interface HostOptions {
  readonly state: InstanceState;
  readonly engine: Engine;
  readonly runtime: Runtime;
  readonly database: Database;
  readonly committer: Committer;
  readonly clock: Clock;
  readonly log: Log;
  readonly uuid: () => string;
  readonly secretOf: SecretOf;
  readonly retention: () => Retention;
}

/** Interval in milliseconds at which waiting steps are tried again, because some obstacles disappear with time. */
const RETRY_INTERVAL = 5000;

export function createHost({
  state,
  engine,
  runtime,
  database,
  committer,
  clock,
  log,
  uuid,
  secretOf,
  retention,
}: HostOptions): Host {
  const { name } = state.record;
  let opened: { readonly agents: Agents; readonly cluster: Cluster } | undefined;
  let effects: ReturnType<typeof effectsOf> | undefined;
  let unwatch: () => void = () => undefined;
  let unwatchTroubles: () => void = () => undefined;
  let troubles: readonly string[] = [];
  let cancelRetry: (() => void) | undefined;
  let isRetired = false;
  const listeners = new Set<() => void>();
  const changes = collector();
  const nodes = nodeList(state);
  const machine: Machine = {
    state,
    get changes() {
      return changes.current;
    },
    now: () => clock.now(),
    uuid,
    get retention() {
      return retention();
    },
    sequence: (node) => (opened ? opened.cluster.sequence(viewOfNode(state, node)) : []),
    environment: (node, task) => (opened ? environmentHash(opened.cluster, viewOfNode(state, node), task) : undefined),
    limits: (podType) => ({ ...DEFAULT_LIMITS, ...engine.limits?.(podType, state.record.definition) }),
    joinsTogether: engine.joinsTogether === true,
    asksToStart: () => (opened?.cluster.mayStart ?? opened?.cluster.before) !== undefined,
  };

  const writer: Writer = {
    changes: () => rowsOf(state, changes.current),
    written: () => {
      const done = changes.take();
      for (const node of done.nodes) node.isLeaving = false;
      effects?.reconcile(done);
      if (done.shown) show();
    },
    failed: () => revertStops(machine),
  };

  function event(happen: () => void): void {
    if (!effects) return;
    happen();
    advance(machine);
    committer.soon(writer);
  }

  function show(): void {
    for (const listener of listeners) listener();
  }

  function hear(heard: TaskState): void {
    if (heard.state === "failed" && machine.state.tasks.has(heard.taskId))
      log("warn", "a task died", { instance: name, task: heard.taskId, reason: heard.reason });
    onTaskState(machine, heard);
  }

  /**
   * Asks the runtime for the identities of all nodes. If the runtime refuses, running nodes keep their identities, and each later launch
   * fails with the reason of the refusal.
   */
  async function identifyAll(agents: Agents): Promise<void> {
    try {
      identify(machine, await agents.identify(nodesToIdentify(state, targetSpecs(state))));
    } catch (error) {
      if ([...state.nodes.values()].every(({ record }) => record.configuration === undefined)) throw error;
      log("warn", "nodes cannot get their ports", { instance: name, reason: reasonOf(error) });
    }
  }

  const openRuntime = (signal?: AbortSignal) =>
    runtime.open({
      instance: name,
      store: database.store(`runtime/${name}`),
      clock,
      log,
      settings: () => runtimeSettings(state.record.definition, runtime),
      ...(signal && { signal }),
    });

  const openCluster = (agents: Agents) =>
    engine.open({
      instance: name,
      store: database.store(`engine/${name}`),
      clock,
      log,
      definition: () => state.record.definition,
      nodes: nodes.all,
      node: nodes.get,
      ...(agents.reach && { reach: agents.reach }),
      ...(agents.exec && { exec: agents.exec }),
      secret: (purpose) => secretOf(name, purpose),
    });

  function begin(): void {
    if (!opened) throw new Error(`${name} is not open`);
    const { agents, cluster } = opened;
    effects = effectsOf({ machine, agents, cluster, clock, log, event });
    event(() => {
      resetWorks(machine);
      dropStraySidecars(machine);
    });
    for (const node of state.nodes.values()) changes.current.nodes.add(node);
    for (const plan of state.plans.values()) for (const step of plan.active) changes.current.steps.add(step);
    unwatchTroubles =
      agents.watchTroubles?.((reasons) => {
        troubles = reasons;
        show();
      }) ?? unwatchTroubles;
    retryLater();
  }

  function endControllers(): void {
    cancelRetry?.();
    effects?.close();
    effects = undefined;
    unwatch();
    unwatchTroubles();
  }

  /** Opens the runtime only to end what still runs. The engine is not needed for this, so its failures cannot prevent a removal. */
  async function openForTheEnd(signal: AbortSignal): Promise<Agents> {
    const agents = await openRuntime(signal);
    try {
      await agents.adopt([...state.tasks.keys()]);
      return agents;
    } catch (error) {
      await agents.close();
      throw error;
    }
  }

  function retryLater(): void {
    cancelRetry = clock.after(RETRY_INTERVAL, () => {
      if (state.held.size > 0) event(() => undefined);
      retryLater();
    });
  }

  return {
    machine,
    engine,
    runtime,
    get opened() {
      return opened;
    },
    get troubles() {
      return [...troubles, ...(opened?.cluster.troubles?.() ?? [])];
    },
    writer,
    open: async () => {
      const agents = await openRuntime();
      try {
        const known = await agents.adopt([...state.tasks.keys()]);
        await identifyAll(agents);
        let early: TaskState[] | undefined = [...known];
        unwatch = agents.watch((heard) => {
          if (early) early.push(heard);
          else event(() => hear(heard));
        });
        opened = { agents, cluster: await openCluster(agents) };
        launchAgain(state, known);
        const missed = [...lostTasks(state, known, clock), ...early];
        early = undefined;
        for (const heard of missed) hear(heard);
      } catch (error) {
        unwatch();
        await agents.close();
        throw error;
      }
    },
    identities: async (podSpecs) => opened?.agents.identify(nodesToIdentify(state, podSpecs)) ?? new Map(),
    begin,
    request: (change) => {
      // A change of a removed instance would be stored under a name that a new instance may have.
      if (isRetired) throw new ReeveError("conflict", `${name} is being removed`);
      const result = change();
      advance(machine);
      committer.soon(writer);
      committer.now();
      return result;
    },
    settled: committer.settle,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: async (tasks) => {
      endControllers();
      if (!opened) return;
      const { agents, cluster } = opened;
      if (tasks === "stop") await stopTasks(machine, agents, clock, log);
      committer.soon(writer);
      committer.settle();
      opened = undefined;
      await closeBoth(cluster, agents);
    },
    retire: async (signal) => {
      isRetired = true;
      endControllers();
      const agents = opened?.agents ?? (await openForTheEnd(signal));
      const running = await stopTasks(machine, agents, clock, log);
      committer.soon(writer);
      committer.settle();
      const cluster = opened?.cluster;
      opened = undefined;
      await cluster
        ?.close()
        .catch((error) => log("warn", "an engine could not be closed", { instance: name, reason: reasonOf(error) }));
      return { agents, running };
    },
  };
}

async function closeBoth(cluster: Cluster, agents: Agents): Promise<void> {
  try {
    await cluster.close();
  } finally {
    await agents.close();
  }
}

/** Marks waiting tasks that the runtime no longer knows, so that they are sent to the runtime again. */
function launchAgain({ tasks }: InstanceState, known: readonly TaskState[]): void {
  const knownIds = new Set(known.map(({ taskId }) => taskId));
  for (const [taskId, { record }] of tasks) {
    const task = record.tasks.find((other) => other.taskId === taskId);
    if (task?.state === "waiting" && !knownIds.has(taskId)) task.state = "launching";
  }
}

/**
 * Returns the final states of tasks that were running when the service ended and that the runtime no longer knows. A task that was being
 * stopped is `stopped`; any other task is `failed`.
 */
function lostTasks(state: InstanceState, known: readonly TaskState[], clock: Clock): readonly TaskState[] {
  const knownIds = new Set(known.map(({ taskId }) => taskId));
  const at = new Date(clock.now()).toISOString();
  return [...state.tasks].flatMap(([taskId, { record }]): readonly TaskState[] => {
    const task = [...record.tasks, ...(record.sidecars ?? [])].find((other) => other.taskId === taskId);
    if (knownIds.has(taskId) || task?.state !== "running") return [];
    if (record.state === "stopping") return [{ taskId, at, state: "stopped" }];
    return [{ taskId, at, state: "failed", reason: "the task was no longer running when the service started again" }];
  });
}

function collector() {
  let current = noChanges();
  return {
    get current() {
      return current;
    },
    take: (): Changes => {
      const taken = current;
      current = noChanges();
      return taken;
    },
  };
}

function effectsOf(context: EffectContext) {
  const nodes = nodeController(context);
  const permissions = permissionController(context);
  const disruptions = disruptionController(context);
  const sidecars = sidecarController(context);
  const works = workController(context, sidecars.run);
  const rest = restController(context);
  return {
    reconcile: (changes: Changes) => {
      for (const node of changes.nodes) {
        nodes.reconcile(node);
        sidecars.reconcile(node);
      }
      permissions.reconcile();
      disruptions.reconcile();
      works.reconcile(changes.steps);
      rest.reconcile();
    },
    close: () => {
      nodes.close();
      permissions.close();
      disruptions.close();
      sidecars.close();
      works.close();
      rest.close();
    },
  };
}
