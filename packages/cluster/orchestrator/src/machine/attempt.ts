/*
 * When a node may be stopped.
 *
 * A step that stops a running node begins only if all of this holds; otherwise it shows the first reason that applies:
 *
 * 1. No operator's decision is open (strategy STAGE), and the node is not paused.
 * 2. A request of an operator or of the recovery waits for the rollout, unless the node is down and the rollout would not launch it again.
 * 3. The node is not in the middle of a launch.
 * 4. No maintenance is working on the data.
 * 5. No other node is down, unless the plan or the phase is parallel. A node that does not serve clients need not wait for others.
 * 6. The disk of the node has room, if the node is to be launched again on its volumes.
 * 7. The engine has prepared the change (`before`) and agrees that the node stops (`mayStop`) and, if volumes are to be deleted, that their
 *    data may be lost (`mayLose`). Volumes on which the long-running task has never run, and those that an operator has named (`force`),
 *    are deleted without asking.
 *
 * For the engine, the step records a question. The controller asks it again and again (`../effects/effects.ts`), and each answer is an
 * event with which the step is attempted again. A permission counts only if no node has changed since the engine was asked, and only for
 * the attempt that follows it. After a stop that could not be stored, the engine is asked again (`operation.ts`).
 *
 * The same file tells when maintenance may begin: it concerns all data, so it waits until every node runs and no node is being changed.
 */

import type { NodeChange } from "../engine.ts";
import { PAUSE } from "../pod-specs.ts";
import type { StepAction } from "../state/records.ts";
import { launchBackOff } from "../timing.ts";
import { isSame, knowsPeers } from "./configurations.ts";
import type { Hold, InstanceState, Machine, NodeRun, Question, StepRun } from "./machine.ts";
import { lacksSecrets, sendAgain, workUnderWay } from "./maintenance.ts";
import { doing, hasStarted, isComing, isGettingReady, liveTasks, needsRestart, touchNode } from "./node.ts";
import { beginOperation, isNodeFree, leavesData } from "./operation.ts";
import { nextUrgent } from "./plan-run.ts";
import { beginStep, completeStep, holdStep, isPlanComplete } from "./step.ts";

type OnNode = Extract<StepAction, { readonly node: string }>;

/** Begins a step on a node, or records why the step must wait. */
export function attemptOnNode(machine: Machine, step: StepRun, node: NodeRun, action: OnNode): void {
  const hold = holdBefore(machine, step, node, action);
  if (hold) {
    if (hold.question) machine.state.asking.set(keyOf(hold.question), hold.question);
    holdStep(machine, step, hold);
    return;
  }
  const { permission } = machine.state;
  beginStep(machine, step);
  if (permission?.answer.ready && isAbout(permission.key, node)) step.note = permission.answer.note;
  // For a step that deletes volumes, the engine has allowed this. If tasks are still running, it is asked again after they have stopped.
  const agreed = liveTasks(node).length === 0;
  if (action.type === "update") update(machine, step, node, action.configuration);
  else if (action.type === "recover") recover(machine, step, node);
  else if (action.type === "restart" && action.hangs && needsRestart(node) === undefined) completeStep(machine, step);
  else if (action.type === "replace") beginOperation(machine, node, { fresh: true, agreed, ...(action.force && { force: action.force }) });
  else if (action.type === "leave") beginOperation(machine, node, { fresh: true, agreed, leaves: true });
  else beginOperation(machine, node, { idle: action.type === "pause" });
}

function holdBefore(machine: Machine, step: StepRun, node: NodeRun, action: OnNode): Hold | undefined {
  switch (action.type) {
    // The node is already down, so its launch interrupts no client.
    case "recover":
      return undefined;
    case "update":
      return holdBeforeUpdate(machine, step, node, action.configuration);
    case "leave":
      return holdBeforeLeaving(machine, step, node);
    default:
      if (action.type === "restart" && action.hangs && needsRestart(node) === undefined) return undefined;
      if (isRollingOut(machine) && !isStuck(machine, node)) return wait("waits for the rollout (deploy)");
      if (isGettingReady(machine, node) && !hasStarted(node)) return wait(`waits until the node is launched: the node ${doing(node)}`);
      return action.type === "replace"
        ? holdBeforeStop(machine, step, node, "replace", !isNodeFree(node, action.force))
        : holdBeforeStop(machine, step, node, "update");
  }
}

function holdBeforeUpdate(machine: Machine, step: StepRun, node: NodeRun, configuration: string): Hold | undefined {
  const isThere = has(machine, step, node, configuration);
  if (node.record.state === "paused") return wait(doing(node));
  if (node.record.state === "running" && isThere) return undefined;
  if (step.record.decision === "open") return UNDECIDED;
  // The node was already launched with the configuration, so the step only waits until the node is ready.
  if (isThere && isComing(node)) return undefined;
  if (isGettingReady(machine, node)) return wait(`waits for the node's current operation: the node ${doing(node)}`);
  return holdBeforeStop(machine, step, node, "update", leavesData(machine, node, configuration));
}

/**
 * Returns why a node may not leave now. The engine may start to move the node's data as soon as it is asked whether the node may leave. So
 * the departure counts as begun before the engine is asked, and cannot be revoked any more.
 */
function holdBeforeLeaving(machine: Machine, step: StepRun, node: NodeRun): Hold | undefined {
  const { record } = node;
  if (step.record.decision === "open") return UNDECIDED;
  if (isComing(node) && liveTasks(node).length > 0) return wait(`waits until the node is ready: the node ${doing(node)}`);
  const hold = holdBeforeStop(machine, step, node, "leave", !isNodeFree(node));
  if (hold?.question && record.leaving !== "begun") {
    record.leaving = "begun";
    touchNode(machine, node);
  }
  return hold;
}

/** Updates a node to a configuration. A node that was already launched with this configuration is not launched again. */
function update(machine: Machine, step: StepRun, node: NodeRun, configuration: string): void {
  const isThere = has(machine, step, node, configuration);
  if (node.record.state === "running" && isThere) completeStep(machine, step);
  else if (!isThere || !isComing(node)) beginOperation(machine, node, { configuration });
  else if (node.record.operation) node.record.operation.failures = 0;
}

/** Whether the node was launched with a configuration, so that this need not be repeated; false if the step was restarted. */
function has(machine: Machine, step: StepRun, node: NodeRun, configuration: string): boolean {
  const { record } = node;
  return (
    step.record.again !== true && isSame(machine.state, record.podType, record.configuration, configuration) && knowsPeers(machine, node)
  );
}

function recover(machine: Machine, step: StepRun, node: NodeRun): void {
  const { record } = node;
  if (record.state === "running" || record.state === "paused") completeStep(machine, step);
  if (record.state !== "failed" || record.operation) return;
  const idle = record.tasks.some(({ task }) => task === PAUSE);
  beginOperation(machine, node, { idle, delay: record.deaths > 1 ? launchBackOff(record.deaths - 1, machine.limits(record.podType)) : 0 });
}

/**
 * Returns why a node may not be stopped now: maintenance is working on the data, another node is down (unless the plan is parallel), or the
 * engine does not allow the stop yet. The engine is asked if tasks of the node are running, and before volumes are deleted. Maintenance
 * also delays the first launch of a node, because this launch changes which node owns which data.
 */
function holdBeforeStop({ state }: Machine, step: StepRun, node: NodeRun, change: NodeChange, lose = false): Hold | undefined {
  const isRunning = node.record.state === "running";
  const work = isRunning || node.record.state === "absent" ? workUnderWay(state) : undefined;
  if (work) return wait(`waits for the plan ${work.phase.plan.record.name}: ${work.phase.record.name} of ${work.record.name}`);
  const serves = (isRunning && node.unserving === undefined) || node.serves === true;
  const other = serves && !isParallel(step) ? otherDown(state, node) : undefined;
  if (other) return wait(`waits for ${other.record.id}, which ${doing(other)}`);
  const question = { node, change, stop: isRunning || (isComing(node) && hasStarted(node)), lose };
  // The node could not be launched again before there is room.
  if (change === "update" && question.stop && node.full !== undefined) return wait(`waits for room: ${node.full}`);
  if (!question.stop && !question.lose) return undefined;
  const { permission } = state;
  const answer = permission?.key === keyOf(question) ? permission.answer : undefined;
  if (answer?.ready) return undefined;
  if (answer) return { status: "PENDING", reason: answer.reason, kind: "unready", question };
  return step.hold?.kind === "unready" ? { ...step.hold, question } : asking(question);
}

const UNDECIDED: Hold = { status: "WAITING", reason: "waits for an operator's decision; to proceed, continue the plan" };

function asking(question: Question): Hold {
  const reason = question.stop
    ? "asks the engine whether the node may be stopped"
    : "asks the engine whether the node's volumes may be deleted";
  return { status: "PENDING", reason, kind: "asking", question };
}

function keyOf({ node, change, stop, lose }: Question): string {
  return [change, ...(stop ? ["stop"] : []), ...(lose ? ["lose"] : []), node.record.id].join(" ");
}

/** Whether a question to the engine concerns a node. The key of the question ends with the node's id. */
function isAbout(key: string, { record }: NodeRun): boolean {
  return key.endsWith(` ${record.id}`);
}

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

/** Whether a change of the node must not wait for the rollout, because the node is down and the rollout would not launch it again. */
function isStuck(machine: Machine, node: NodeRun): boolean {
  const { state, operation } = node.record;
  if (operation?.stage === "lose" || needsRestart(node) !== undefined) return true;
  return state !== "running" && state !== "stopping" && !isGettingReady(machine, node);
}

/** Begins the work of a maintenance step, or records why the step must wait. */
export function attemptWork(machine: Machine, step: StepRun): void {
  const hold = obstacle(machine, step);
  if (hold) holdStep(machine, step, hold);
  else beginStep(machine, step);
}

/** Why maintenance cannot begin now: it affects all data, so it waits until all nodes run and none is being changed. */
function obstacle(machine: Machine, step: StepRun): Hold | undefined {
  const { state } = machine;
  const { plan } = step.phase;
  const { action } = step.record;
  const work = action.type === "work" ? action.work : undefined;
  if (work?.atOnce) return undefined;
  if (lacksSecrets(plan)) return { status: "WAITING", reason: sendAgain(plan) };
  if (isRollingOut(machine)) return wait("waits for the rollout (deploy)");
  for (const { hold, phase, record } of state.held) {
    if (hold?.kind === "asking") return wait(`waits for ${record.name} (${phase.plan.record.name})`);
  }
  const own = work?.node ? state.nodes.get(work.node) : undefined;
  const absent = own?.record.state === "absent" ? [own] : [];
  for (const node of [...state.down, ...absent]) {
    if (work?.without?.includes(node.record.id)) continue;
    return wait(`waits for ${node.record.id}, which ${doing(node)}`);
  }
  // Maintenance also waits for leaving nodes, because the rollout may be moving their data.
  for (const { record } of state.nodes.values()) {
    if (record.leaving === "begun") return wait(`waits until ${record.id} has left`);
  }
  return undefined;
}

/** Whether the rollout makes progress: not after a failure, while it waits for `continue`, or while the engine allows no stop. */
function isRollingOut({ state }: Machine): boolean {
  const deploy = state.plans.get("deploy");
  if (!deploy || isPlanComplete(deploy) || deploy.failed.size > 0) return false;
  if (deploy.active.size > 0) return true;
  const phase = nextUrgent(deploy)?.phase ?? deploy.phases[deploy.next];
  if (deploy.record.interrupted || phase?.record.interrupted) return false;
  const held = [...state.held].find(({ phase }) => phase.plan === deploy)?.hold;
  return held === undefined || (held.status !== "WAITING" && held.kind !== "unready");
}
