import type { Readiness } from "../engine.ts";
import { type Machine, type NodeRun, timestamp } from "../machine/machine.ts";
import { changeOf, liveTasks, setUndeleted, viewOfNode } from "../machine/node.ts";
import { onTaskState, retryNode } from "../machine/node-events.ts";
import { onLeft, onMayLose, onMayStart, onReadiness, type StartReadiness } from "../machine/operation.ts";
import { reasonOf } from "../messages.ts";
import type { Clock } from "../platform.ts";
import type { TaskRecord } from "../state/records.ts";
import { MAX_BACK_OFF, RETRY_INTERVAL } from "../timing.ts";
import type { EffectContext, EffectController } from "./effects.ts";
import { hasOtherPeers, launchSent, launchTask, noteEnvironment } from "./launch.ts";
import { askOnce, type EnginePoll, pollPermission, pollReadiness } from "./poll.ts";

/** What the controller of an instance's nodes remembers. None of it is stored, because all of it follows from the stored state. */
export interface NodeEffects extends EffectContext {
  /** The requests that the runtime has accepted. They are not sent again. */
  readonly sent: Set<string>;
  /** The action of each node that is in progress. An action without `cancel` waits for the runtime's answer. */
  readonly inProgress: Map<NodeRun, { readonly key: string; readonly cancel?: () => void }>;
  /** The volumes whose deletion is in progress. */
  readonly deleting: Set<string>;
  readonly closing: AbortController;
  /** Reconciles a node once its changes are stored; unstored changes are never acted on. */
  reconcileStored(node: NodeRun): void;
}

const YES: Readiness = { ready: true };

/**
 * Reconciles each node with the stored state. From the state of a node follows its next action (`nextAction`): a request to the runtime
 * (launch or stop a task, delete a volume), or a question to the engine (is the node ready, may it start, may its volumes be deleted).
 *
 * - A node has at most one action in progress. If the state requires another one, the action is cancelled; only a request that the runtime
 *   has to answer is waited for.
 * - A request that was accepted is not sent again. A question is repeated until the state requires another action.
 * - The answer is an event for the state machine. The changes that follow from it are stored before the node is reconciled again.
 */
export function nodeController(context: EffectContext): EffectController {
  const effects: NodeEffects = {
    ...context,
    sent: new Set(),
    inProgress: new Map(),
    deleting: new Set(),
    closing: new AbortController(),
    reconcileStored: (node) => {
      if (!context.machine.changes.nodes.has(node)) reconcile(effects, node);
    },
  };
  return {
    reconcile: ({ nodes }) => {
      for (const node of nodes) reconcile(effects, node);
    },
    close: () => {
      effects.closing.abort();
      for (const { cancel } of effects.inProgress.values()) cancel?.();
      effects.inProgress.clear();
    },
  };
}

function reconcile(effects: NodeEffects, node: NodeRun): void {
  const { sent, inProgress, deleting, closing } = effects;
  if (closing.signal.aborted) return;
  for (const volume of node.record.left) if (!deleting.has(volume)) deleteNodeVolume(effects, node, volume);
  const action = nextAction(node, sent);
  const current = inProgress.get(node);
  if (action && current?.key === actionKeyOf(action)) return;
  if (current) {
    // A request to the runtime that cannot be cancelled is in progress. The next action is chosen after the runtime's answer.
    if (!current.cancel) return;
    inProgress.delete(node);
    current.cancel();
  }
  if (action) execute(effects, node, action);
}

function execute(effects: NodeEffects, node: NodeRun, action: NextAction): void {
  const { machine, cluster, clock, event } = effects;
  const key = actionKeyOf(action);
  const view = () => viewOfNode(machine.state, node);
  switch (action.kind) {
    case "launch":
      if (hasOtherPeers(machine, node, action.task)) noteEnvironment(effects, node, action.task);
      else launchTask(effects, node, key, action.task);
      break;
    case "stop":
      stopTask(effects, node, key, action.task);
      break;
    case "unsent": {
      const at = timestamp(machine);
      event(() => onTaskState(machine, { taskId: action.task.taskId, at, state: "stopped" }));
      break;
    }
    case "ready":
      ask(effects, node, key, "whether the node is ready", (signal) => ready(effects, node, signal), onReadiness);
      break;
    case "start": {
      const put = (signal: AbortSignal) => mayStart(effects, node, signal);
      ask(effects, node, key, "whether the node may be launched", put, onMayStart);
      break;
    }
    case "lose": {
      const mayLose = (signal: AbortSignal) => cluster.mayLose([view()], signal);
      ask(effects, node, key, "whether the node's volumes may be deleted", mayLose, onMayLose);
      break;
    }
    case "left": {
      const after = async (signal: AbortSignal) => cluster.after?.(view(), "leave", signal) ?? YES;
      ask(effects, node, key, "whether the work after the node's departure is done", after, onLeft);
      break;
    }
    case "delay": {
      // If the clock was set back during the back-off, the computed wait is too long, so it is limited to the longest back-off.
      const rest = Math.min(Math.max(0, action.until - clock.now()), MAX_BACK_OFF);
      effects.inProgress.set(node, { key, cancel: clock.after(rest, () => event(() => retryNode(machine, node))) });
    }
  }
}

async function mayStart({ machine, cluster, sent }: NodeEffects, node: NodeRun, signal: AbortSignal): Promise<Readiness> {
  const other = [...machine.state.nodes.values()].find((each) => isToBeLaunched(each, sent));
  // The launch of another node may not have been sent yet, because it is still being prepared or the disk is full. The engine does not
  // know of that launch yet, so this node is launched only after the other node.
  if (other) return { ready: false, reason: `waits until ${other.record.id} is launched` };
  const view = viewOfNode(machine.state, node);
  const isNew = changeOf(node) === "join";
  const done = isNew ? await cluster.before?.(view, "join", signal) : undefined;
  return done?.ready === false ? done : (cluster.mayStart?.(view, signal) ?? YES);
}

function isToBeLaunched(node: NodeRun, sent: ReadonlySet<string>): boolean {
  const action = nextAction(node, sent);
  return action?.kind === "launch" && !sent.has(launchSent(action.task));
}

/** Asks whether a node is ready. A node is ready when it serves clients and the engine has completed its work after the launch. */
async function ready({ machine, cluster }: NodeEffects, node: NodeRun, signal: AbortSignal): Promise<StartReadiness> {
  const answer = await cluster.ready(viewOfNode(machine.state, node), signal);
  if (!answer.ready || !cluster.after) return answer;
  return { ...(await cluster.after(viewOfNode(machine.state, node), changeOf(node), signal)), serves: true };
}

/** Repeats a question until the state requires another action. Readiness concerns this node only, whatever others do meanwhile. */
function ask(
  effects: NodeEffects,
  node: NodeRun,
  key: string,
  what: string,
  put: (signal: AbortSignal) => Promise<StartReadiness>,
  deliver: (machine: Machine, node: NodeRun, answer: StartReadiness) => void,
): void {
  const { machine, clock, event, inProgress } = effects;
  const poll: EnginePoll<StartReadiness> = {
    silence: `the engine has not yet answered ${what}`,
    ask: put,
    heard: (answer) => event(() => deliver(machine, node, answer)),
  };
  const cancel = deliver === onReadiness ? pollReadiness(clock, poll) : pollPermission(effects, poll);
  inProgress.set(node, { key, cancel });
}

/** Stops a task. The request is repeated until the runtime has accepted it. */
function stopTask(effects: NodeEffects, node: NodeRun, key: string, { taskId }: TaskRecord): void {
  const { agents, clock, log, inProgress, sent } = effects;
  inProgress.set(node, { key });
  const over = () => {
    inProgress.delete(node);
    effects.reconcileStored(node);
  };
  request(
    clock,
    (signal) => agents.stop(taskId, signal),
    () => {
      sent.add(key);
      over();
    },
    (reason) => {
      log("warn", "a task could not be stopped", { node: node.record.id, task: taskId, reason });
      clock.after(RETRY_INTERVAL, over);
    },
  );
}

function deleteNodeVolume(effects: NodeEffects, node: NodeRun, volume: string): void {
  const { machine, agents, clock, log, event, deleting } = effects;
  deleting.add(volume);
  request(
    clock,
    (signal) => agents.deleteVolume(volume, signal),
    () => {
      event(() => {
        node.record.left = node.record.left.filter((other) => other !== volume);
        if (node.undeleted?.volume === volume) setUndeleted(machine, node, undefined);
        if (machine.state.nodes.get(node.record.id) === node) machine.changes.nodes.add(node);
      });
      deleting.delete(volume);
    },
    (reason) => {
      const { undeleted: known } = node;
      // The reason of one volume is enough. The deletion is repeated every second, and the reason is usually the same.
      if (known?.volume !== volume || known.reason !== reason) {
        log("warn", "a volume could not be deleted", { volume, reason });
        if (!known || known.volume === volume) event(() => setUndeleted(machine, node, { volume, reason }));
      }
      clock.after(RETRY_INTERVAL, () => {
        deleting.delete(volume);
        effects.reconcileStored(node);
      });
    },
  );
}

function request(clock: Clock, put: (signal: AbortSignal) => Promise<void>, done: () => void, failed: (reason: string) => void): void {
  const silent = () => failed("the runtime does not answer");
  askOnce(clock, put, { answered: done, failed: (error) => failed(reasonOf(error)), silent });
}

/** What to do next for a node. It follows from the stored state alone, so that it is the same after a restart of the service. */
type NextAction =
  | { readonly kind: "launch" | "stop"; readonly task: TaskRecord }
  /** The node has to stop, but its launch request was never sent to the runtime, so no task has to be stopped. */
  | { readonly kind: "unsent"; readonly task: TaskRecord }
  | { readonly kind: "ready"; readonly task: TaskRecord }
  /**
   * A question to the engine: whether the node may be launched (`start`), whether its volumes may be deleted (`lose`), or whether the
   * engine's work after the node's departure is done (`left`).
   */
  | { readonly kind: "start" | "lose" | "left"; readonly since: number }
  | { readonly kind: "delay"; readonly until: number };

/**
 * Returns the next action for a node. `sent` contains the keys of all requests that the runtime has accepted since the service started.
 * Once a launch request was sent, `sent` also contains the key that `launchSent` returns.
 */
function nextAction(node: NodeRun, sent: ReadonlySet<string>): NextAction | undefined {
  const { state, operation } = node.record;
  for (const task of liveTasks(node)) {
    const isLaunching = task.state === "launching";
    if (state === "stopping") {
      if (isLaunching && !sent.has(launchSent(task))) return { kind: "unsent", task };
      if (!sent.has(`stop ${task.taskId}`)) return { kind: "stop", task };
    } else if (isLaunching && !sent.has(`launch ${task.taskId}`)) return { kind: "launch", task };
    else if (operation?.stage === "ready" && task.state === "running") return { kind: "ready", task };
  }
  switch (operation?.stage) {
    case "delay":
      return { kind: "delay", until: operation.retryAt ?? 0 };
    case "left":
      return node.record.left.length > 0 ? undefined : { kind: "left", since: operation.since };
    case "start":
    case "lose":
      return { kind: operation.stage, since: operation.since };
    default:
      return undefined;
  }
}

function actionKeyOf(action: NextAction): string {
  if ("task" in action) return `${action.kind} ${action.task.taskId}`;
  return `${action.kind} ${"until" in action ? action.until : action.since}`;
}
