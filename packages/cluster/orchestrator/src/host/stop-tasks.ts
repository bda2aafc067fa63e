import type { Machine, NodeRun } from "../machine/machine.ts";
import { liveTasks, setState } from "../machine/node.ts";
import { delayNode } from "../machine/operation.ts";
import { requestRecovery } from "../machine/recovery.ts";
import { isLiveSidecar } from "../machine/sidecars.ts";
import { reasonOf } from "../messages.ts";
import type { Agents } from "../runtime.ts";
import type { Host } from "./host.ts";

/** The tasks that have not ended in time, each with the reason, which is empty if it is unknown. */
export type Running = ReadonlyMap<string, string>;

/**
 * Ends all tasks, after which all nodes are down. Internal pods stop last, because the other nodes need them in order to shut down. When
 * the service starts again, the recovery plan starts the nodes. Returns the tasks that may still run.
 */
export async function stopTasks(host: Host, agents: Agents): Promise<Running> {
  const { machine, state } = host;
  const nodes = [...state.nodes.values()].filter((node) => liveTasks(node).length > 0);
  const isInternal = ({ record }: NodeRun) => state.internal.has(record.podType);
  const running = new Map(await endSidecars(host, agents));
  for (const round of [nodes.filter((node) => !isInternal(node)), nodes.filter(isInternal)]) {
    const taskIds = round.flatMap((node) => liveTasks(node).map(({ taskId }) => taskId));
    const grace = Math.max(0, ...round.map(({ record }) => machine.limits(record.podType).grace));
    for (const [taskId, reason] of await endAll(taskIds, grace, host, agents)) running.set(taskId, reason);
    for (const node of round) becomeDown(machine, node);
  }
  return running;
}

/** Sidecar tasks end first. Their interrupted work is requested again when the service starts. */
async function endSidecars(host: Host, agents: Agents): Promise<Running> {
  const { state, machine } = host;
  const live = [...state.nodes.values()].flatMap((node) =>
    (node.record.sidecars ?? []).filter(isLiveSidecar).map((task) => ({ node, task })),
  );
  const taskIds = live.map(({ task }) => task.taskId);
  const running = await endAll(taskIds, 0, host, agents);
  for (const { node, task } of live) {
    task.state = "stopped";
    state.tasks.delete(task.taskId);
    machine.changes.nodes.add(node);
  }
  return running;
}

function becomeDown(machine: Machine, node: NodeRun): void {
  const { operation } = node.record;
  for (const task of liveTasks(node)) {
    task.state = "stopped";
    machine.state.tasks.delete(task.taskId);
  }
  if (!operation) {
    setState(machine, node, "failed", "the service was stopped, which also stopped its nodes");
    requestRecovery(machine, node, "recover");
  } else delayNode(machine, node, 0);
}

/** Stops tasks, and waits until they have ended or their time is over. Returns the tasks that may still run. */
export function endAll(taskIds: readonly string[], grace: number, { clock, log }: Host, agents: Agents): Promise<Running> {
  const controller = new AbortController();
  const left = new Map(taskIds.map((taskId) => [taskId, ""]));
  const refused = new Map<string, string>();
  if (left.size === 0) return Promise.resolve(left);
  return new Promise((resolve) => {
    const over = () => {
      cancel();
      unwatch();
      resolve(new Map([...left, ...refused]));
    };
    const cancel = clock.after((grace + 5) * 1000, () => {
      controller.abort();
      log("warn", "some tasks did not end", { tasks: [...left.keys()] });
      over();
    });
    const ended = (taskId: string) => {
      left.delete(taskId);
      if (left.size === 0) over();
    };
    const unwatch = agents.watch((heard) => {
      if (heard.state !== "running" && heard.state !== "waiting") ended(heard.taskId);
      else if (heard.state === "running" && left.has(heard.taskId)) left.set(heard.taskId, heard.unhealthy ?? "");
    });
    for (const taskId of taskIds) {
      agents.stop(taskId, controller.signal).catch((error) => {
        const reason = reasonOf(error);
        log("warn", "a task could not be stopped", { task: taskId, reason });
        refused.set(taskId, reason);
        ended(taskId);
      });
    }
  });
}
