import { PAUSE } from "../pause.ts";
import type { StepAction } from "../state/records.ts";
import { backOff } from "../timing.ts";
import type { Machine } from "./machine.ts";
import { workUnderWay } from "./maintenance.ts";
import { doing, isGettingReady } from "./node.ts";
import { beginOperation } from "./operation.ts";
import { isRollingOut } from "./rolling-out.ts";
import type { Hold, InstanceState, NodeRun, StepRun } from "./run.ts";
import { isSame } from "./specs.ts";
import { beginStep, completeStep, holdStep } from "./step.ts";

type OnNode = Extract<StepAction, { readonly node: string }>;

/** Begins a step that is about a node, or says what keeps it. */
export function attemptOnNode(machine: Machine, step: StepRun, node: NodeRun, action: OnNode): void {
  const hold = obstacle(machine, step, node, action);
  if (hold) {
    if (hold.kind) machine.state.asking.add(node);
    holdStep(machine, step, hold);
    return;
  }
  beginStep(machine, step);
  if (action.type === "update") update(machine, step, node, action.configuration);
  else if (action.type === "recover") recover(machine, step, node);
  else beginOperation(machine, node, { fresh: action.type === "replace", idle: action.type === "pause" });
}

function obstacle(machine: Machine, step: StepRun, node: NodeRun, action: OnNode): Hold | undefined {
  switch (action.type) {
    // It is down already: nobody is kept waiting by bringing it back.
    case "recover":
      return undefined;
    case "update":
      return obstacleToUpdate(machine, step, node, action.configuration);
    default:
      if (isRollingOut(machine) && !isStuck(machine, node)) return wait("waits for the rollout (deploy)");
      if (isGettingReady(machine, node)) return wait(`waits until what is being done with it ends: it ${doing(node)}`);
      return obstacleToTakingDown(machine, step, node);
  }
}

function obstacleToUpdate(machine: Machine, step: StepRun, node: NodeRun, configuration: string): Hold | undefined {
  const isThere = has(machine, step, node, configuration);
  if (node.record.state === "paused") return wait(doing(node));
  if (node.record.state === "running" && isThere) return undefined;
  if (step.record.decision === "open") return { status: "WAITING", reason: "waits for a decision: continue goes on" };
  if (!isGettingReady(machine, node)) return obstacleToTakingDown(machine, step, node);
  return isThere ? undefined : wait(`ends first what was begun with it: it ${doing(node)}`);
}

/** A node that was launched with the configuration already is only waited for. */
function update(machine: Machine, step: StepRun, node: NodeRun, configuration: string): void {
  const isThere = has(machine, step, node, configuration);
  if (node.record.state === "running" && isThere) completeStep(machine, step);
  else if (!isThere || !isGettingReady(machine, node)) beginOperation(machine, node, { configuration });
}

/** Whether it needs no launch to have a configuration; not where somebody restarted the step. */
function has({ state }: Machine, step: StepRun, { record }: NodeRun, configuration: string): boolean {
  return step.record.again !== true && isSame(state, record.podType, record.configuration, configuration);
}

function recover(machine: Machine, step: StepRun, node: NodeRun): void {
  const { record } = node;
  if (record.state === "running" || record.state === "paused") completeStep(machine, step);
  if (record.state !== "failed" || record.operation) return;
  const idle = record.tasks.some(({ task }) => task === PAUSE);
  beginOperation(machine, node, { idle, delay: record.deaths > 1 ? backOff(record.deaths - 1) : 0 });
}

/**
 * What speaks against taking down a node that runs: maintenance works on the data, another is down, unless the plan asks for parallel, or the
 * engine says not now. A node that does not run is not taken down by anybody, but one that has never run changes who owns what.
 */
function obstacleToTakingDown({ state }: Machine, step: StepRun, node: NodeRun): Hold | undefined {
  const isNew = node.record.state === "absent";
  if (node.record.state !== "running" && !isNew) return undefined;
  const work = workUnderWay(state);
  if (work)
    return wait(`waits for the ${work.phase.plan.record.name}: ${work.phase.record.name} of ${work.record.name}`);
  if (isNew) return undefined;
  const other = isParallel(step) ? undefined : otherDown(state, node);
  if (other) return wait(`waits for ${other.record.id}, which ${doing(other)}`);
  const answer = state.permission?.node === node ? state.permission.answer : undefined;
  if (answer) return answer.ready ? undefined : { status: "PENDING", reason: answer.reason, kind: "unready" };
  return step.hold?.kind === "unready" ? step.hold : ASKING;
}

const ASKING: Hold = { status: "PENDING", reason: "asks whether it may be taken down", kind: "asking" };

function wait(reason: string): Hold {
  return { status: "PENDING", reason };
}

function isParallel({ phase }: StepRun): boolean {
  const { plan } = phase;
  if (plan.record.name === "recovery") return false;
  return plan.record.strategy === "parallel" || phase.record.strategy === "parallel";
}

function otherDown({ down }: InstanceState, node: NodeRun): NodeRun | undefined {
  for (const other of down) if (other !== node) return other;
  return undefined;
}

/** Whether waiting for a rollout would help a node nothing: it is down, and nothing says that it comes back by itself. */
function isStuck(machine: Machine, node: NodeRun): boolean {
  const { state } = node.record;
  return state !== "running" && state !== "stopping" && !isGettingReady(machine, node);
}
