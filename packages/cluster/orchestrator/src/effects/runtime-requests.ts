import type { Clock } from "../clock.ts";
import { setUndeleted } from "../machine/node.ts";
import type { NodeRun } from "../machine/run.ts";
import { reasonOf } from "../reason.ts";
import type { TaskRecord } from "../state/records.ts";
import { ANSWER_TIMEOUT, RETRY_INTERVAL } from "../timing.ts";
import type { NodeEffects } from "./nodes.ts";

/** Stops a task. The request is repeated until the runtime has accepted it. */
export function stopTask(effects: NodeEffects, node: NodeRun, key: string, { taskId }: TaskRecord): void {
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

/** Deletes a volume that the node has left behind. */
export function deleteNodeVolume(effects: NodeEffects, node: NodeRun, volume: string): void {
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

/** Sends a request to the runtime, with a timeout. */
function request(
  clock: Clock,
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
