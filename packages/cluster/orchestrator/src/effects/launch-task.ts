import type { Environment, Secrets } from "../engine.ts";
import type { Machine } from "../machine/machine.ts";
import { touchNode, viewOfNode } from "../machine/node.ts";
import { launchWaits, onTaskState } from "../machine/node-events.ts";
import type { NodeRun } from "../machine/run.ts";
import { reasonOf } from "../reason.ts";
import type { TaskRecord } from "../state/records.ts";
import { ANSWER_TIMEOUT } from "../timing.ts";
import { launchRequest } from "./launch-request.ts";
import { launchSent } from "./next-action.ts";
import type { NodeEffects } from "./nodes.ts";

/** A launch that is being prepared or sent. */
interface Launch {
  readonly effects: NodeEffects;
  readonly node: NodeRun;
  readonly task: TaskRecord;
  readonly signal: AbortSignal;
  /** Cancels the timer after which the request is sent again. */
  cancelAgain: () => void;
}

/** Prepares a task and then sends it to the runtime. Cancels the launch when the state requires another action. */
export function launchTask(effects: NodeEffects, node: NodeRun, key: string, task: TaskRecord): void {
  const { machine, clock, event, inProgress, sent } = effects;
  const controller = new AbortController();
  const launch: Launch = { effects, node, task, signal: controller.signal, cancelAgain: () => undefined };
  const entry = {
    key,
    cancel: () => {
      launch.cancelAgain();
      // A task may run before the runtime has answered the launch request. In that case, the request is aborted only if the node is being
      // stopped.
      if (task.state !== "running" || node.record.state === "stopping") controller.abort();
    },
  };
  const failed = (error: unknown): void => {
    if (isOver(launch)) return;
    const at = new Date(clock.now()).toISOString();
    event(() => onTaskState(machine, { taskId: task.taskId, at, state: "failed", reason: reasonOf(error) }));
  };
  const done = () => {
    launch.cancelAgain();
    if (inProgress.get(node) !== entry) return;
    inProgress.delete(node);
    effects.reconcileStored(node);
  };
  inProgress.set(node, entry);
  new Promise<void>((resolve) => resolve(prepare(launch))).then(() => void sent.add(key), failed).then(done);
}

/** If the task needs no preparation, the launch is sent at once. */
function prepare(launch: Launch): Promise<void> | undefined {
  const { effects, node, task, signal } = launch;
  const { machine, cluster, agents, event } = effects;
  const view = viewOfNode(machine.state, node);
  const known = cluster.environment(view, task.task);
  const report = (waitsFor: string) => isOver(launch) || event(() => launchWaits(machine, node, waitsFor));
  const prepared = cluster.prepare?.(view, task.task, { signal, report, ...(agents.images && { image: true }) });
  if (!prepared) return addSecrets(launch, known);
  return prepared.then((more) => (isOver(launch) ? undefined : addSecrets(launch, { ...known, ...more })));
}

function addSecrets(launch: Launch, environment: Environment): Promise<void> | undefined {
  const { effects, node, task } = launch;
  const own = effects.cluster.secrets?.(viewOfNode(effects.machine.state, node), task.task) ?? {};
  const ofSettings = effects.settingSecrets(node, task);
  if (!ofSettings && !(own instanceof Promise)) return send(launch, environment, own);
  return Promise.all([own, ofSettings]).then(([made, read]) =>
    isOver(launch) ? undefined : send(launch, environment, { ...made, ...read }),
  );
}

function send(launch: Launch, environment: Environment, secrets: Secrets): Promise<void> {
  const { effects, node, task, signal } = launch;
  const request = launchRequest(effects.machine, node, task, environment, secrets);
  effects.sent.add(launchSent(task));
  return new Promise((resolve, reject) => {
    // Repeats the launch request until the runtime answers. This is safe, because a runtime starts no second task with the same id.
    const repeat = () => {
      launch.cancelAgain = effects.clock.after(ANSWER_TIMEOUT, repeat);
      effects.agents.launch(request, signal).then(resolve, reject);
    };
    repeat();
  });
}

function isOver({ signal, effects }: Launch): boolean {
  return signal.aborted || effects.closing.signal.aborted;
}

/**
 * Whether the node's peers have changed since the launch was decided. In that case, the task's new environment is stored before the launch.
 */
export function hasOtherPeers(machine: Machine, node: NodeRun, { task, environment }: TaskRecord): boolean {
  return environment !== undefined && environment !== (machine.environment(node, task) ?? environment);
}

export function noteEnvironment({ machine, event }: NodeEffects, node: NodeRun, task: TaskRecord): void {
  event(() => {
    const current = machine.environment(node, task.task);
    if (current !== undefined) task.environment = current;
    touchNode(machine, node);
  });
}
