import { ReeveError } from "@reeve/contract";
import type { PodSpec } from "@reeve/scheduler-models";
import { runtimeSettings } from "../definition/settings.ts";
import { type Effects, openEffects } from "../effects/effects.ts";
import { environmentHash } from "../effects/launch.ts";
import type { Cluster, Engine } from "../engine.ts";
import type { NodeView } from "../instance.ts";
import { advance } from "../machine/advance.ts";
import { targetSpecs } from "../machine/configurations.ts";
import { identify, nodesToIdentify } from "../machine/identities.ts";
import { type InstanceState, type Machine, noChanges, type UnsavedChanges } from "../machine/machine.ts";
import { resetWorks } from "../machine/maintenance.ts";
import { specOf, viewOfNode } from "../machine/node.ts";
import { onTaskState } from "../machine/node-events.ts";
import { revertStops } from "../machine/operation.ts";
import { dropStraySidecars } from "../machine/sidecars.ts";
import { reasonOf } from "../messages.ts";
import type { Retention } from "../orchestrator.ts";
import type { Clock, Log } from "../platform.ts";
import { taskSpecOf } from "../pod-specs.ts";
import type { Agents, Identity, Runtime, TaskState } from "../runtime.ts";
import { settingSecrets } from "../secret-settings.ts";
import type { Committer, Writer } from "../state/committer.ts";
import type { Database } from "../state/database.ts";
import { copyOfState, rowsOf } from "../state/rows.ts";
import type { SecretOf } from "../state/secret-key.ts";
import { DEFAULT_LIMITS } from "../timing.ts";
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
  readonly certificateEnds: Readonly<Record<string, string>>;
  /** Opens the engine and the runtime, and takes over the tasks that are still running. */
  open(): Promise<void>;
  /**
   * Asks the runtime which identities (addresses and ports) the nodes of these pod specs would get. This does not change the nodes' current
   * identities.
   */
  identities(podSpecs: readonly PodSpec[]): Promise<ReadonlyMap<string, Identity>>;
  /** Makes a change in a copy of the state, to find out what it would do. Meanwhile, the engine sees the nodes of the copy. */
  preview<Result>(change: (machine: Machine) => Result): Result;
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

interface HostOptions {
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

/** What changes in the life of a host. */
interface Parts extends HostOptions {
  readonly name: string;
  readonly machine: Machine;
  readonly writer: Writer;
  readonly listeners: Set<() => void>;
  /** The copy of the state in which a change is previewed. */
  previewed: InstanceState | undefined;
  opened: { readonly agents: Agents; readonly cluster: Cluster } | undefined;
  /** Undefined unless the controllers run. */
  effects: Effects | undefined;
  unwatch: () => void;
  unwatchTroubles: () => void;
  cancelRetry: () => void;
  troubles: readonly string[];
  isRetired: boolean;
}

export function createHost(options: HostOptions): Host {
  const parts = partsOf(options);
  const { name, machine, writer, listeners, state, engine, runtime, committer } = parts;
  return {
    machine,
    engine,
    runtime,
    get opened() {
      return parts.opened;
    },
    get troubles() {
      return [...parts.troubles, ...(parts.opened?.cluster.troubles?.() ?? [])];
    },
    get certificateEnds() {
      return parts.opened?.cluster.certificateEnds?.() ?? {};
    },
    writer,
    open: () => open(parts),
    identities: async (podSpecs) => parts.opened?.agents.identify(nodesToIdentify(state, podSpecs)) ?? new Map(),
    preview: (change) => preview(parts, change),
    begin: () => begin(parts),
    request: (change) => {
      // A change of a removed instance would be stored under a name that a new instance may have.
      if (parts.isRetired) throw new ReeveError("conflict", `${name} is being removed`);
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
    close: (tasks) => close(parts, tasks),
    retire: (signal) => retire(parts, signal),
  };
}

function partsOf(options: HostOptions): Parts {
  const { state } = options;
  let changes = noChanges();
  const machine = machineOf(options, state, {
    cluster: () => parts.opened?.cluster,
    changes: () => changes,
    uuid: options.uuid,
  });
  const writer: Writer = {
    changes: () => rowsOf(state, changes),
    written: () => {
      const written = changes;
      changes = noChanges();
      for (const node of written.nodes) node.isLeaving = false;
      parts.effects?.reconcile(written);
      if (written.shown) show(parts);
    },
    failed: () => revertStops(machine),
  };
  const parts: Parts = {
    ...options,
    name: state.record.name,
    machine,
    writer,
    listeners: new Set(),
    previewed: undefined,
    opened: undefined,
    effects: undefined,
    unwatch: () => undefined,
    unwatchTroubles: () => undefined,
    cancelRetry: () => undefined,
    troubles: [],
    isRetired: false,
  };
  return parts;
}

function machineOf(
  { engine, clock, retention }: HostOptions,
  state: InstanceState,
  {
    cluster,
    changes,
    uuid,
  }: {
    readonly cluster: () => Cluster | undefined;
    readonly changes: () => UnsavedChanges;
    readonly uuid: () => string;
  },
): Machine {
  return {
    state,
    get changes() {
      return changes();
    },
    now: () => clock.now(),
    uuid,
    get retention() {
      return retention();
    },
    sequence: (node) => cluster()?.sequence(viewOfNode(state, node)) ?? [],
    environment: (node, task) => {
      const opened = cluster();
      return opened && environmentHash(opened, viewOfNode(state, node), task);
    },
    limits: (podType) => ({ ...DEFAULT_LIMITS, ...engine.limits?.(podType, state.record.definition) }),
    joinsTogether: engine.joinsTogether === true,
    asksToStart: () => (cluster()?.mayStart ?? cluster()?.before) !== undefined,
  };
}

function preview<Result>(parts: Parts, change: (machine: Machine) => Result): Result {
  const state = copyOfState(parts.state);
  const changes = noChanges();
  let ids = 0;
  parts.previewed = state;
  try {
    return change(
      machineOf(parts, state, {
        cluster: () => parts.opened?.cluster,
        changes: () => changes,
        uuid: () => `preview-${ids++}`,
      }),
    );
  } finally {
    parts.previewed = undefined;
  }
}

function show({ listeners }: Parts): void {
  for (const listener of listeners) listener();
}

/** Changes the state because of an event. The change is stored before any controller acts on it. */
function event({ effects, machine, committer, writer }: Parts, happen: () => void): void {
  if (!effects) return;
  happen();
  advance(machine);
  committer.soon(writer);
}

async function open(parts: Parts): Promise<void> {
  const { state, clock } = parts;
  const agents = await openRuntime(parts);
  try {
    const known = await agents.adopt([...state.tasks.keys()]);
    await identifyAll(parts, agents);
    let early: TaskState[] | undefined = [...known];
    parts.unwatch = agents.watch((report) => {
      if (early) early.push(report);
      else event(parts, () => hear(parts, report));
    });
    parts.opened = { agents, cluster: await openCluster(parts, agents) };
    launchAgain(state, known);
    const missed = [...lostTasks(state, known, clock), ...early];
    early = undefined;
    for (const report of missed) hear(parts, report);
  } catch (error) {
    parts.unwatch();
    await agents.close();
    throw error;
  }
}

function openRuntime({ name, runtime, database, clock, log, state }: Parts, signal?: AbortSignal): Promise<Agents> {
  return runtime.open({
    instance: name,
    store: database.store(`runtime/${name}`),
    clock,
    log,
    settings: () => runtimeSettings(state.record.definition, runtime),
    ...(signal && { signal }),
  });
}

function openCluster(parts: Parts, agents: Agents): Promise<Cluster> {
  const { name, engine, database, clock, log, secretOf } = parts;
  const current = () => parts.previewed ?? parts.state;
  const nodes = nodeList(current);
  return engine.open({
    instance: name,
    store: database.store(`engine/${name}`),
    clock,
    log,
    definition: () => current().record.definition,
    nodes: nodes.all,
    node: nodes.get,
    ...(agents.reach && { reach: agents.reach }),
    ...(agents.exec && { exec: agents.exec }),
    secret: (purpose) => secretOf(name, purpose),
  });
}

/**
 * Asks the runtime for the identities of all nodes. If the runtime refuses, running nodes keep their identities, and each later launch
 * fails with the reason of the refusal.
 */
async function identifyAll({ name, machine, state, log }: Parts, agents: Agents): Promise<void> {
  try {
    identify(machine, await agents.identify(nodesToIdentify(state, targetSpecs(state))));
  } catch (error) {
    if ([...state.nodes.values()].every(({ record }) => record.configuration === undefined)) throw error;
    log("warn", "nodes cannot get their ports", { instance: name, reason: reasonOf(error) });
  }
}

function hear({ name, machine, log }: Parts, report: TaskState): void {
  if (report.state === "failed" && machine.state.tasks.has(report.taskId))
    log("warn", "a task died", { instance: name, task: report.taskId, reason: report.reason });
  onTaskState(machine, report);
}

function begin(parts: Parts): void {
  const { name, machine, state, opened, clock, log } = parts;
  if (!opened) throw new Error(`${name} is not open`);
  parts.effects = openEffects({
    ...{ machine, ...opened, clock, log },
    settingSecrets: ({ record }, { task, configuration }) => {
      const files = taskSpecOf(specOf(state, record.podType, configuration), task)?.["config-files"];
      const { definition } = state.configurations.get(configuration) ?? state.record;
      return settingSecrets(files, definition, parts, opened.agents);
    },
    event: (happen) => event(parts, happen),
  });
  event(parts, () => {
    resetWorks(machine);
    dropStraySidecars(machine);
  });
  for (const node of state.nodes.values()) machine.changes.nodes.add(node);
  for (const plan of state.plans.values()) for (const step of plan.active) machine.changes.steps.add(step);
  const unwatchTroubles = opened.agents.watchTroubles?.((reasons) => {
    parts.troubles = reasons;
    show(parts);
  });
  if (unwatchTroubles) parts.unwatchTroubles = unwatchTroubles;
  retryLater(parts);
}

function retryLater(parts: Parts): void {
  parts.cancelRetry = parts.clock.after(RETRY_INTERVAL, () => {
    if (parts.state.held.size > 0) event(parts, () => undefined);
    retryLater(parts);
  });
}

function endControllers(parts: Parts): void {
  parts.cancelRetry();
  parts.effects?.close();
  parts.effects = undefined;
  parts.unwatch();
  parts.unwatchTroubles();
}

/** Ends the controllers and stores the state; stops all tasks before if they are to be stopped. */
async function close(parts: Parts, tasks: "stop" | "leave"): Promise<void> {
  const { machine, clock, log, opened } = parts;
  endControllers(parts);
  if (!opened) return;
  if (tasks === "stop") await stopTasks(machine, opened.agents, clock, log);
  storeLast(parts);
  try {
    await opened.cluster.close();
  } finally {
    await opened.agents.close();
  }
}

async function retire(parts: Parts, signal: AbortSignal): Promise<Retired> {
  const { name, machine, clock, log, opened } = parts;
  parts.isRetired = true;
  endControllers(parts);
  const agents = opened?.agents ?? (await openForTheEnd(parts, signal));
  const running = await stopTasks(machine, agents, clock, log);
  storeLast(parts);
  await opened?.cluster
    .close()
    .catch((error) => log("warn", "an engine could not be closed", { instance: name, reason: reasonOf(error) }));
  return { agents, running };
}

function storeLast(parts: Parts): void {
  parts.committer.soon(parts.writer);
  parts.committer.settle();
  parts.opened = undefined;
}

/** Opens the runtime only to end what still runs. The engine is not needed for this, so its failures cannot prevent a removal. */
async function openForTheEnd(parts: Parts, signal: AbortSignal): Promise<Agents> {
  const agents = await openRuntime(parts, signal);
  try {
    await agents.adopt([...parts.state.tasks.keys()]);
    return agents;
  } catch (error) {
    await agents.close();
    throw error;
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

/** Lists the current nodes. The result is the same list object until a node changes. */
function nodeList(current: () => InstanceState): {
  all(): readonly NodeView[];
  get(id: string): NodeView | undefined;
} {
  let list: NodeView[] = [];
  return {
    all: () => {
      const state = current();
      const runs = [...state.nodes.values()];
      if (
        list.length !== runs.length ||
        runs.some((node, index) => node.view === undefined || node.view !== list[index])
      ) {
        list = runs.map((node) => viewOfNode(state, node));
      }
      return list;
    },
    get: (id) => {
      const state = current();
      const node = state.nodes.get(id);
      return node && viewOfNode(state, node);
    },
  };
}
