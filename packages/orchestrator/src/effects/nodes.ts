import type { Clock } from "../clock.ts";
import type { Cluster } from "../engine.ts";
import type { Log } from "../log.ts";
import type { Machine } from "../machine/machine.ts";
import { viewOfNode } from "../machine/node.ts";
import { launchWaits, readinessHeard, retryNode, taskLanded, taskStateHeard } from "../machine/node-events.ts";
import type { NodeRun } from "../machine/run.ts";
import { reasonOf } from "../reason.ts";
import type { Agents } from "../runtime.ts";
import type { TaskRecord } from "../state/records.ts";
import { LONGEST_BACK_OFF } from "../timing.ts";
import { type Duty, dutyOf, keyOf } from "./duty.ts";
import { launchRequest } from "./launch-request.ts";
import { poll } from "./poll.ts";

/** What effects work with. */
export interface Surroundings {
  readonly machine: Machine;
  readonly agents: Agents;
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly log: Log;
  /** Lets something happen to the state machine; what follows from it is kept, then done. */
  event(happen: () => void): void;
}

/** Milliseconds until something that a runtime could not do is asked of it again. */
const ASK_AGAIN = 1000;

/** Sees to it that what the state asks of the runtime and the engine is done for each node: one thing at a time, each once. */
export function tendNodes(surroundings: Surroundings): { tend(node: NodeRun): void; close(): void } {
  const { machine, agents, cluster, clock, log, event } = surroundings;
  const sent = new Set<string>();
  const under = new Map<NodeRun, { readonly key: string; readonly cancel?: () => void }>();
  const deleting = new Set<string>();
  let closed = false;

  function tend(node: NodeRun): void {
    if (closed) return;
    for (const volume of node.record.left) if (!deleting.has(volume)) giveUp(node, volume);
    const duty = dutyOf(node, sent);
    const current = under.get(node);
    if (duty && current?.key === keyOf(duty)) return;
    if (current) {
      // The runtime is being told something; what comes next is looked at when it has answered.
      if (!current.cancel) return;
      current.cancel();
      under.delete(node);
    }
    if (duty) fulfil(node, duty);
  }

  /** What is not kept yet is not acted upon: it is looked at as soon as it is. */
  function tendKept(node: NodeRun): void {
    if (!machine.changes.nodes.has(node)) tend(node);
  }

  function fulfil(node: NodeRun, duty: Duty): void {
    const key = keyOf(duty);
    switch (duty.kind) {
      case "launch":
        tell(node, key, () => launch(node, duty.task));
        break;
      case "stop":
        tell(node, key, () => agents.stop(duty.task.taskId));
        break;
      case "unsent":
        event(() => taskStateHeard(machine, { ...ended(duty.task.taskId), state: "stopped" }));
        break;
      case "ready": {
        const ask = () => cluster.ready(viewOfNode(machine.state, node));
        under.set(node, {
          key,
          cancel: poll(clock, ask, (answer) => event(() => readinessHeard(machine, node, answer))),
        });
        break;
      }
      case "delay": {
        // Never longer than any: the clock may have been set back since.
        const rest = Math.min(Math.max(0, duty.until - clock.now()), LONGEST_BACK_OFF);
        under.set(node, { key, cancel: clock.after(rest, () => event(() => retryNode(machine, node))) });
      }
    }
  }

  async function launch(node: NodeRun, task: TaskRecord): Promise<void> {
    try {
      const report = (waitsFor: string) => event(() => launchWaits(machine, node, waitsFor));
      const given = cluster.environment(viewOfNode(machine.state, node), task.task, report);
      // What is there at once is launched at once.
      const peers = given instanceof Promise ? await given : given;
      const placement = await agents.launch(launchRequest(machine.state, node, task, peers), report);
      event(() => taskLanded(machine, task.taskId, placement));
    } catch (error) {
      event(() => taskStateHeard(machine, { ...ended(task.taskId), state: "failed", reason: reasonOf(error) }));
    }
  }

  /** Tells the runtime something, once; where that fails, again after a while. */
  function tell(node: NodeRun, key: string, work: () => Promise<void>): void {
    under.set(node, { key });
    const over = () => {
      under.delete(node);
      tendKept(node);
    };
    new Promise<void>((resolve) => resolve(work())).then(
      () => {
        sent.add(key);
        over();
      },
      (error) => {
        log("warn", "the runtime failed", { node: node.record.id, doing: key, reason: reasonOf(error) });
        clock.after(ASK_AGAIN, over);
      },
    );
  }

  function giveUp(node: NodeRun, volume: string): void {
    deleting.add(volume);
    new Promise<void>((resolve) => resolve(agents.giveUp(volume))).then(
      () => {
        event(() => {
          node.record.left = node.record.left.filter((other) => other !== volume);
          machine.changes.nodes.add(node);
        });
        deleting.delete(volume);
      },
      (error) => {
        log("warn", "a volume could not be deleted", { volume, reason: reasonOf(error) });
        clock.after(ASK_AGAIN, () => {
          deleting.delete(volume);
          tendKept(node);
        });
      },
    );
  }

  function ended(taskId: string) {
    return { taskId, at: new Date(clock.now()).toISOString() };
  }

  return {
    tend,
    close: () => {
      closed = true;
      for (const { cancel } of under.values()) cancel?.();
      under.clear();
    },
  };
}
