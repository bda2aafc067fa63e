import { ReeveError } from "@reeve/contract";
import type { NodeRun, StepRun } from "../machine/run.ts";
import { dropSidecars, ensureSidecar, isLiveSidecar, sidecarReported } from "../machine/sidecars.ts";
import { reasonOf } from "../reason.ts";
import type { SidecarRecord } from "../state/records.ts";
import { ANSWER_TIMEOUT, RETRY_INTERVAL } from "../timing.ts";
import type { TaskAtNode } from "../work.ts";
import { sidecarRequest } from "./launch-request.ts";
import type { EffectContext } from "./nodes.ts";

/** Runs a sidecar task of a node as part of a step's work, and waits until the task has ended. */
export type RunAtNode = (step: StepRun, task: TaskAtNode, signal: AbortSignal) => Promise<void>;

/**
 * Controls sidecar tasks. A task is stored before it is launched, and its end is stored before the work that waits for the task continues.
 */
export function sidecarController(context: EffectContext): {
  run: RunAtNode;
  reconcile(node: NodeRun): void;
  close(): void;
} {
  const { machine, agents, clock, log, event } = context;
  const { state } = machine;
  /** The tasks to launch, by task id. They are kept only in memory, because they contain secrets. */
  const requests = new Map<string, TaskAtNode>();
  const waiting = new Set<() => void>();
  /** Requests that the runtime has not answered, each with the function that cancels the next retry. */
  const sent = new Map<string, () => void>();
  let closed = false;

  async function run(step: StepRun, task: TaskAtNode, signal: AbortSignal): Promise<void> {
    const node = state.nodes.get(task.node);
    const belongs = (each: SidecarRecord) => each.step === step.record.id && each.key === task.key;
    // An earlier task with the same key may still be stopping. The new task waits until the earlier one has ended, because two tasks must
    // not use the same data.
    await until(() => !node?.record.sidecars?.some((each) => belongs(each) && each.unwanted), signal);
    if (node?.record.state !== "running" || state.nodes.get(task.node) !== node) {
      throw new ReeveError("conflict", `the task ${task.key} can only run while ${task.node} is running`);
    }
    // If the work is aborted because the service closes, the task keeps running, and the service finds the task again at its next start.
    const withdraw = () => closed || event(() => dropSidecars(machine, belongs));
    signal.addEventListener("abort", withdraw, { once: true });
    try {
      let sidecar: SidecarRecord | undefined;
      event(() => {
        sidecar = ensureSidecar(machine, node, step.record.id, task.key);
        requests.set(sidecar.taskId, task);
      });
      const launched = sidecar;
      if (!launched) throw new Error("the service is closing");
      await until(() => !machine.changes.nodes.has(node) && !isLiveSidecar(launched), signal);
      if (launched.state === "finished") return;
      throw new ReeveError(
        "server-failure",
        `${task.key} at ${task.node}: ${launched.reason ?? "the task was stopped"}`,
      );
    } finally {
      signal.removeEventListener("abort", withdraw);
    }
  }

  /** Resolves when a condition holds; checks it after each stored change of a node. */
  function until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = () => {
        if (!signal.aborted && !holds()) return;
        waiting.delete(check);
        signal.removeEventListener("abort", check);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      waiting.add(check);
      signal.addEventListener("abort", check);
      check();
    });
  }

  function reconcile(node: NodeRun): void {
    if (closed) return;
    for (const task of node.record.sidecars ?? []) {
      const request = requests.get(task.taskId);
      if (!isLiveSidecar(task)) requests.delete(task.taskId);
      else if (task.unwanted) stop(node, task);
      else if (task.state === "launching" && request) launch(node, task, request);
    }
    for (const check of [...waiting]) check();
  }

  function launch(node: NodeRun, task: SidecarRecord, request: TaskAtNode): void {
    const { signal } = new AbortController();
    const failed = (error: unknown) => {
      const at = new Date(clock.now()).toISOString();
      event(() =>
        sidecarReported(machine, node, task, { taskId: task.taskId, at, state: "failed", reason: reasonOf(error) }),
      );
    };
    ask(`launch ${task.taskId}`, node, () => {
      agents.launch(sidecarRequest(machine, node, task, request), signal).catch(failed);
    });
  }

  function stop(node: NodeRun, { taskId }: SidecarRecord): void {
    const key = `stop ${taskId}`;
    ask(key, node, () => {
      agents.stop(taskId, new AbortController().signal).catch((error) => {
        log("warn", "a task could not be stopped", { task: taskId, reason: reasonOf(error) });
        sent.get(key)?.();
        schedule(key, node, RETRY_INTERVAL);
      });
    });
  }

  /** Sends a request, and repeats the request until the runtime answers. */
  function ask(key: string, node: NodeRun, put: () => void): void {
    if (sent.has(key)) return;
    schedule(key, node, ANSWER_TIMEOUT);
    put();
  }

  function schedule(key: string, node: NodeRun, after: number): void {
    const again = () => {
      sent.delete(key);
      reconcile(node);
    };
    sent.set(key, clock.after(after, again));
  }

  return {
    run,
    reconcile,
    close: () => {
      closed = true;
      for (const cancel of sent.values()) cancel();
    },
  };
}
