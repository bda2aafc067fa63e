import { ReeveError } from "@reeve/contract";
import { type NodeRun, type StepRun, timestamp } from "../machine/machine.ts";
import { dropSidecars, ensureSidecar, isLiveSidecar, sidecarReported } from "../machine/sidecars.ts";
import { reasonOf } from "../messages.ts";
import type { SidecarRecord } from "../state/records.ts";
import { ANSWER_TIMEOUT, RETRY_INTERVAL } from "../timing.ts";
import type { TaskAtNode } from "../work.ts";
import type { EffectContext, EffectController } from "./effects.ts";
import { sidecarRequest } from "./launch.ts";

/** Runs a sidecar task of a node as part of a step's work, and waits until the task has ended. */
export type RunAtNode = (step: StepRun, task: TaskAtNode, signal: AbortSignal) => Promise<void>;

interface SidecarEffects extends EffectContext {
  /** The tasks to launch, by task id. They are kept only in memory, because they contain secrets. */
  readonly requests: Map<string, TaskAtNode>;
  readonly waiting: Set<() => void>;
  /** Requests that the runtime has not answered, each with the function that cancels the next retry. */
  readonly sent: Map<string, () => void>;
  isClosed: boolean;
}

/**
 * Controls sidecar tasks. A task is stored before it is launched, and its end is stored before the work that waits for the task continues.
 */
export function sidecarController(context: EffectContext): EffectController & { readonly run: RunAtNode } {
  const effects: SidecarEffects = { ...context, requests: new Map(), waiting: new Set(), sent: new Map(), isClosed: false };
  return {
    run: (step, task, signal) => run(effects, step, task, signal),
    reconcile: ({ nodes }) => {
      for (const node of nodes) reconcile(effects, node);
    },
    close: () => {
      effects.isClosed = true;
      for (const cancel of effects.sent.values()) cancel();
    },
  };
}

async function run(effects: SidecarEffects, step: StepRun, task: TaskAtNode, signal: AbortSignal): Promise<void> {
  const { machine, event } = effects;
  const { state } = machine;
  const node = state.nodes.get(task.node);
  const belongs = (each: SidecarRecord) => each.step === step.record.id && each.key === task.key;
  // An earlier task with the same key may still be stopping. The new task waits until the earlier one has ended, because two tasks must
  // not use the same data.
  await until(effects, () => !node?.record.sidecars?.some((each) => belongs(each) && each.unwanted), signal);
  if (node?.record.state !== "running" || state.nodes.get(task.node) !== node) {
    throw new ReeveError("conflict", `the task ${task.key} can only run while ${task.node} is running`);
  }
  // If the work is aborted because the service closes, the task keeps running, and the service finds the task again at its next start.
  const withdraw = () => effects.isClosed || event(() => dropSidecars(machine, belongs));
  signal.addEventListener("abort", withdraw, { once: true });
  try {
    let sidecar: SidecarRecord | undefined;
    event(() => {
      sidecar = ensureSidecar(machine, node, step.record.id, task.key);
      effects.requests.set(sidecar.taskId, task);
    });
    const launched = sidecar;
    if (!launched) throw new Error("the service is closing");
    await until(effects, () => !machine.changes.nodes.has(node) && !isLiveSidecar(launched), signal);
    if (launched.state === "finished") return;
    throw new ReeveError("server-failure", `${task.key} at ${task.node}: ${launched.reason ?? "the task was stopped"}`);
  } finally {
    signal.removeEventListener("abort", withdraw);
  }
}

/** Resolves when a condition holds; checks it after each stored change of a node. */
function until({ waiting }: SidecarEffects, holds: () => boolean, signal: AbortSignal): Promise<void> {
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

function reconcile(effects: SidecarEffects, node: NodeRun): void {
  if (effects.isClosed) return;
  for (const task of node.record.sidecars ?? []) {
    const request = effects.requests.get(task.taskId);
    if (!isLiveSidecar(task)) effects.requests.delete(task.taskId);
    else if (task.unwanted) stop(effects, node, task);
    else if (task.state === "launching" && request) launch(effects, node, task, request);
  }
  for (const check of [...effects.waiting]) check();
}

function launch(effects: SidecarEffects, node: NodeRun, task: SidecarRecord, request: TaskAtNode): void {
  const { machine, agents, event } = effects;
  const { signal } = new AbortController();
  const failed = (error: unknown) => {
    const at = timestamp(machine);
    event(() => sidecarReported(machine, node, task, { taskId: task.taskId, at, state: "failed", reason: reasonOf(error) }));
  };
  ask(effects, `launch ${task.taskId}`, node, () => {
    agents.launch(sidecarRequest(machine, node, task, request), signal).catch(failed);
  });
}

function stop(effects: SidecarEffects, node: NodeRun, { taskId }: SidecarRecord): void {
  const { agents, log, sent } = effects;
  const key = `stop ${taskId}`;
  ask(effects, key, node, () => {
    agents.stop(taskId, new AbortController().signal).catch((error) => {
      log("warn", "a task could not be stopped", { task: taskId, reason: reasonOf(error) });
      sent.get(key)?.();
      schedule(effects, key, node, RETRY_INTERVAL);
    });
  });
}

function ask(effects: SidecarEffects, key: string, node: NodeRun, put: () => void): void {
  if (effects.sent.has(key)) return;
  schedule(effects, key, node, ANSWER_TIMEOUT);
  put();
}

function schedule(effects: SidecarEffects, key: string, node: NodeRun, after: number): void {
  const again = () => {
    effects.sent.delete(key);
    reconcile(effects, node);
  };
  effects.sent.set(key, effects.clock.after(after, again));
}
