import type { Clock } from "../clock.ts";
import type { Cluster, Environment, Readiness, Secrets } from "../engine.ts";
import type { Log } from "../log.ts";
import type { Machine } from "../machine/machine.ts";
import { changeOf, setUndeleted, touchNode, viewOfNode } from "../machine/node.ts";
import { launchWaits, onReadiness, onTaskState, retryNode, type Started } from "../machine/node-events.ts";
import { onLeft, onMayLose, onMayStart } from "../machine/operation.ts";
import type { NodeRun } from "../machine/run.ts";
import { reasonOf } from "../reason.ts";
import type { Agents } from "../runtime.ts";
import type { TaskRecord } from "../state/records.ts";
import { ANSWER_TIMEOUT, MAX_BACK_OFF, RETRY_INTERVAL } from "../timing.ts";
import { launchRequest } from "./launch-request.ts";
import { keyOf, launchSent, type NextAction, nextAction } from "./next-action.ts";
import { poll } from "./poll.ts";

/** The dependencies that controllers share. */
export interface EffectContext {
  readonly machine: Machine;
  readonly agents: Agents;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly log: Log;
  /** Runs a function that changes the state machine. The changes are stored before any controller acts on them. */
  event(happen: () => void): void;
}

const YES: Readiness = { ready: true };

/**
 * Reconciles each node with the stored state: sends the requests that follow from the state to the runtime and the engine. Requests are
 * sent one at a time, and none is sent again after it has been accepted.
 */
export function nodeController(context: EffectContext): { reconcile(node: NodeRun): void; close(): void } {
  const { machine, agents, cluster, clock, log, event } = context;
  const sent = new Set<string>();
  const under = new Map<NodeRun, { readonly key: string; readonly cancel?: () => void }>();
  const deleting = new Set<string>();
  const closing = new AbortController();

  function reconcile(node: NodeRun): void {
    if (closing.signal.aborted) return;
    for (const volume of node.record.left) if (!deleting.has(volume)) deleteVolume(node, volume);
    const action = nextAction(node, sent);
    const current = under.get(node);
    if (action && current?.key === keyOf(action)) return;
    if (current) {
      // A request to the runtime that cannot be cancelled is in progress. The next action is chosen after the runtime's answer.
      if (!current.cancel) return;
      under.delete(node);
      current.cancel();
    }
    if (action) execute(node, action);
  }

  /** Reconciles a node once its changes are stored; unstored changes are never acted on. */
  function reconcileStored(node: NodeRun): void {
    if (!machine.changes.nodes.has(node)) reconcile(node);
  }

  function execute(node: NodeRun, action: NextAction): void {
    const key = keyOf(action);
    const view = () => viewOfNode(machine.state, node);
    switch (action.kind) {
      case "launch":
        if (hasOtherPeers(node, action.task)) noteEnvironment(node, action.task);
        else launch(node, key, action.task);
        break;
      case "stop":
        stop(node, key, action.task);
        break;
      case "unsent":
        event(() => onTaskState(machine, { ...ended(action.task.taskId), state: "stopped" }));
        break;
      case "ready":
        ask(node, key, "whether the node is ready", (signal) => ready(node, signal), onReadiness);
        break;
      case "start":
        ask(node, key, "whether the node may be launched", (signal) => mayStart(node, signal), onMayStart);
        break;
      case "lose": {
        const mayLose = (signal: AbortSignal) => cluster.mayLose([view()], signal);
        ask(node, key, "whether the node's volumes may be deleted", mayLose, onMayLose);
        break;
      }
      case "left": {
        const after = async (signal: AbortSignal) => cluster.after?.(view(), "leave", signal) ?? YES;
        ask(node, key, "whether the work after the node's departure is done", after, onLeft);
        break;
      }
      case "delay": {
        // If the clock was set back during the back-off, the computed wait is too long, so it is limited to the longest back-off.
        const rest = Math.min(Math.max(0, action.until - clock.now()), MAX_BACK_OFF);
        under.set(node, { key, cancel: clock.after(rest, () => event(() => retryNode(machine, node))) });
      }
    }
  }

  async function mayStart(node: NodeRun, signal: AbortSignal): Promise<Readiness> {
    const other = [...machine.state.nodes.values()].find(isToBeLaunched);
    // The launch of another node may not have been sent yet, because it is still being prepared or the disk is full. The engine does not
    // know of that launch yet, so this node is launched only after the other node.
    if (other) return { ready: false, reason: `waits until ${other.record.id} is launched` };
    const view = viewOfNode(machine.state, node);
    const isNew = changeOf(node) === "join";
    const done = isNew ? await cluster.before?.(view, "join", signal) : undefined;
    return done?.ready === false ? done : (cluster.mayStart?.(view, signal) ?? YES);
  }

  function isToBeLaunched(node: NodeRun): boolean {
    const action = nextAction(node, sent);
    return action?.kind === "launch" && !sent.has(launchSent(action.task));
  }

  /** Asks whether a node is ready. A node is ready when it serves clients and the engine has completed its work after the launch. */
  async function ready(node: NodeRun, signal: AbortSignal): Promise<Started> {
    const answer = await cluster.ready(viewOfNode(machine.state, node), signal);
    if (!answer.ready || !cluster.after) return answer;
    return { ...(await cluster.after(viewOfNode(machine.state, node), changeOf(node), signal)), serves: true };
  }

  /** Repeats a question to the engine until the state requires another action. */
  function ask(
    node: NodeRun,
    key: string,
    what: string,
    put: (signal: AbortSignal) => Promise<Started>,
    deliver: (machine: Machine, node: NodeRun, answer: Started) => void,
  ): void {
    let epoch = machine.state.epoch;
    const cancel = poll(clock, {
      silence: `the engine has not yet answered ${what}`,
      ask: (signal) => {
        epoch = machine.state.epoch;
        return put(signal);
      },
      heard: (answer) => {
        // If a node has changed since the engine was asked, the engine's permission may be outdated and is ignored. An answer about
        // readiness concerns only this node, so it always counts.
        if (answer.ready && deliver !== onReadiness && epoch !== machine.state.epoch) return;
        event(() => deliver(machine, node, answer));
      },
    });
    under.set(node, { key, cancel });
  }

  /** Prepares a task and then sends it to the runtime. Cancels the launch when the state requires another action. */
  function launch(node: NodeRun, key: string, task: TaskRecord): void {
    const controller = new AbortController();
    const { signal } = controller;
    const isOver = () => signal.aborted || closing.signal.aborted;
    let cancelAgain: () => void = () => undefined;
    const entry = {
      key,
      cancel: () => {
        cancelAgain();
        // A task may run before the runtime has answered the launch request. In that case, the request is aborted only if the node is being
        // stopped.
        if (task.state !== "running" || node.record.state === "stopping") controller.abort();
      },
    };
    const done = () => {
      cancelAgain();
      if (under.get(node) !== entry) return;
      under.delete(node);
      reconcileStored(node);
    };
    const hand = (environment: Environment): Promise<void> | undefined => {
      const secrets = cluster.secrets?.(viewOfNode(machine.state, node), task.task) ?? {};
      if (!(secrets instanceof Promise)) return send(environment, secrets);
      return secrets.then((made) => (isOver() ? undefined : send(environment, made)));
    };
    const send = (environment: Environment, secrets: Secrets): Promise<void> => {
      const request = launchRequest(machine, node, task, environment, secrets);
      sent.add(launchSent(task));
      return new Promise((resolve, reject) => {
        // Repeats the launch request until the runtime answers. This is safe, because a runtime starts no second task with the same id.
        const repeat = () => {
          cancelAgain = clock.after(ANSWER_TIMEOUT, repeat);
          agents.launch(request, signal).then(resolve, reject);
        };
        repeat();
      });
    };
    const failed = (error: unknown): void => {
      if (isOver()) return;
      event(() => onTaskState(machine, { ...ended(task.taskId), state: "failed", reason: reasonOf(error) }));
    };
    under.set(node, entry);
    new Promise<void>((resolve) => {
      const view = viewOfNode(machine.state, node);
      const known = cluster.environment(view, task.task);
      const report = (waitsFor: string) => isOver() || event(() => launchWaits(machine, node, waitsFor));
      // If the task needs no preparation, the launch is sent at once.
      const got = cluster.prepare?.(view, task.task, { signal, report, ...(agents.images && { image: true }) });
      resolve(got ? got.then((more) => (isOver() ? undefined : hand({ ...known, ...more }))) : hand(known));
    })
      .then(() => void sent.add(key), failed)
      .then(done);
  }

  /**
   * Whether the node's peers have changed since the launch was decided. In that case, the task's new environment is stored before the
   * launch.
   */
  function hasOtherPeers(node: NodeRun, { task, environment }: TaskRecord): boolean {
    return environment !== undefined && environment !== (machine.environment(node, task) ?? environment);
  }

  function noteEnvironment(node: NodeRun, task: TaskRecord): void {
    event(() => {
      const current = machine.environment(node, task.task);
      if (current !== undefined) task.environment = current;
      touchNode(machine, node);
    });
  }

  function stop(node: NodeRun, key: string, { taskId }: TaskRecord): void {
    under.set(node, { key });
    const over = () => {
      under.delete(node);
      reconcileStored(node);
    };
    request(
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

  function deleteVolume(node: NodeRun, volume: string): void {
    deleting.add(volume);
    request(
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
          reconcileStored(node);
        });
      },
    );
  }

  /** Sends a request to the runtime, with a timeout. */
  function request(
    put: (signal: AbortSignal) => Promise<void>,
    done: () => void,
    failed: (reason: string) => void,
  ): void {
    const controller = new AbortController();
    let isOver = false;
    const once = (end: () => void) => {
      if (isOver) return;
      isOver = true;
      cancel();
      end();
    };
    const cancel = clock.after(ANSWER_TIMEOUT, () => {
      controller.abort();
      once(() => failed("the runtime does not answer"));
    });
    new Promise<void>((resolve) => resolve(put(controller.signal))).then(
      () => once(done),
      (error) => once(() => failed(reasonOf(error))),
    );
  }

  function ended(taskId: string) {
    return { taskId, at: new Date(clock.now()).toISOString() };
  }

  return {
    reconcile,
    close: () => {
      closing.abort();
      for (const { cancel } of under.values()) cancel?.();
      under.clear();
    },
  };
}
