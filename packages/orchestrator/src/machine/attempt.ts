import type { Change } from "../engine.ts";
import { PAUSE } from "../pause.ts";
import type { StepAction } from "../state/records.ts";
import { backOff } from "../timing.ts";
import type { Machine } from "./machine.ts";
import { workUnderWay } from "./maintenance.ts";
import { doing, hasStarted, isComing, isGettingReady, liveTasks, touchNode } from "./node.ts";
import { beginOperation, isFree, leavesData } from "./operation.ts";
import { isRollingOut } from "./rolling-out.ts";
import type { Hold, InstanceState, NodeRun, Question, StepRun } from "./run.ts";
import { isSame, knowsPeers } from "./specs.ts";
import { beginStep, completeStep, holdStep } from "./step.ts";

type OnNode = Extract<StepAction, { readonly node: string }>;

/** Begins a step that is about a node, or says what keeps it. */
export function attemptOnNode(machine: Machine, step: StepRun, node: NodeRun, action: OnNode): void {
  const hold = obstacle(machine, step, node, action);
  if (hold) {
    if (hold.question) machine.state.asking.set(keyOf(hold.question), hold.question);
    holdStep(machine, step, hold);
    return;
  }
  const { permission } = machine.state;
  beginStep(machine, step);
  if (permission?.answer.ready && isAbout(permission.key, node)) step.note = permission.answer.note;
  if (action.type === "update") update(machine, step, node, action.configuration);
  else if (action.type === "recover") recover(machine, step, node);
  else if (action.type === "restart" && action.hangs && node.unhealthy === undefined) completeStep(machine, step);
  else if (action.type === "replace") replace(machine, node, action);
  else if (action.type === "leave") leave(machine, node);
  else beginOperation(machine, node, { idle: action.type === "pause" });
}

function obstacle(machine: Machine, step: StepRun, node: NodeRun, action: OnNode): Hold | undefined {
  switch (action.type) {
    // It is down already: nobody is kept waiting by bringing it back.
    case "recover":
      return undefined;
    case "update":
      return obstacleToUpdate(machine, step, node, action.configuration);
    case "leave":
      return obstacleToLeaving(machine, step, node);
    default:
      if (action.type === "restart" && action.hangs && node.unhealthy === undefined) return undefined;
      if (isRollingOut(machine) && !isStuck(machine, node)) return wait("waits for the rollout (deploy)");
      if (isGettingReady(machine, node) && !hasStarted(node))
        return wait(`waits until it is launched: it ${doing(node)}`);
      return action.type === "replace"
        ? obstacleToTakingDown(machine, step, node, "replace", !isFree(node, action.force))
        : obstacleToTakingDown(machine, step, node, "update");
  }
}

function obstacleToUpdate(machine: Machine, step: StepRun, node: NodeRun, configuration: string): Hold | undefined {
  const isThere = has(machine, step, node, configuration);
  if (node.record.state === "paused") return wait(doing(node));
  if (node.record.state === "running" && isThere) return undefined;
  if (step.record.decision === "open") return UNDECIDED;
  // It was launched with it already, and is only waited for.
  if (isThere && isComing(node)) return undefined;
  if (isGettingReady(machine, node)) return wait(`ends first what was begun with it: it ${doing(node)}`);
  return obstacleToTakingDown(machine, step, node, "update", leavesData(machine, node, configuration));
}

/** Once the engine is asked it may begin to move what the node has: that is kept before, so that it comes to its end whatever is asked for meanwhile. */
function obstacleToLeaving(machine: Machine, step: StepRun, node: NodeRun): Hold | undefined {
  const { record } = node;
  if (step.record.decision === "open") return UNDECIDED;
  if (isComing(node) && liveTasks(node).length > 0) return wait(`waits until it is ready: it ${doing(node)}`);
  const hold = obstacleToTakingDown(machine, step, node, "leave", !isFree(node));
  if (hold?.question && record.leaving !== "begun") {
    record.leaving = "begun";
    touchNode(machine, node);
  }
  return hold;
}

/** A node that was launched with the configuration already is only waited for. */
function update(machine: Machine, step: StepRun, node: NodeRun, configuration: string): void {
  const isThere = has(machine, step, node, configuration);
  if (node.record.state === "running" && isThere) completeStep(machine, step);
  else if (!isThere || !isComing(node)) beginOperation(machine, node, { configuration });
  else if (node.record.operation) node.record.operation.failures = 0;
}

function replace(machine: Machine, node: NodeRun, { force }: Extract<OnNode, { readonly type: "replace" }>): void {
  // The answer about its volumes that let the step begin came before the stop, unless there is nothing to be stopped.
  const agreed = liveTasks(node).length === 0;
  beginOperation(machine, node, { fresh: true, agreed, ...(force === undefined ? {} : { force }) });
}

function leave(machine: Machine, node: NodeRun): void {
  beginOperation(machine, node, { fresh: true, agreed: liveTasks(node).length === 0, leaves: true });
}

/** Whether it needs no launch to have a configuration; not where somebody restarted the step. */
function has(machine: Machine, step: StepRun, node: NodeRun, configuration: string): boolean {
  const { record } = node;
  return (
    step.record.again !== true &&
    isSame(machine.state, record.podType, record.configuration, configuration) &&
    knowsPeers(machine, node)
  );
}

function recover(machine: Machine, step: StepRun, node: NodeRun): void {
  const { record } = node;
  if (record.state === "running" || record.state === "paused") completeStep(machine, step);
  if (record.state !== "failed" || record.operation) return;
  const idle = record.tasks.some(({ task }) => task === PAUSE);
  beginOperation(machine, node, { idle, delay: record.deaths > 1 ? backOff(record.deaths - 1) : 0 });
}

/**
 * What speaks against taking down a node: maintenance works on the data, another is down, unless the plan asks for parallel, or the engine says not
 * now. It is asked about nodes of which something runs, and about volumes that are to be deleted whatever the state of their node. One that has never
 * run is not taken down, but changes who owns what.
 */
function obstacleToTakingDown(
  { state }: Machine,
  step: StepRun,
  node: NodeRun,
  change: Change,
  lose = false,
): Hold | undefined {
  const isRunning = node.record.state === "running";
  const work = isRunning || node.record.state === "absent" ? workUnderWay(state) : undefined;
  if (work)
    return wait(`waits for the ${work.phase.plan.record.name}: ${work.phase.record.name} of ${work.record.name}`);
  const other = isRunning && !isParallel(step) ? otherDown(state, node) : undefined;
  if (other) return wait(`waits for ${other.record.id}, which ${doing(other)}`);
  const question = { node, change, stop: isRunning || (isComing(node) && hasStarted(node)), lose };
  if (!question.stop && !question.lose) return undefined;
  const { permission } = state;
  const answer = permission?.key === keyOf(question) ? permission.answer : undefined;
  if (answer?.ready) return undefined;
  if (answer) return { status: "PENDING", reason: answer.reason, kind: "unready", question };
  return step.hold?.kind === "unready" ? { ...step.hold, question } : asking(question);
}

const UNDECIDED: Hold = { status: "WAITING", reason: "waits for a decision: continue goes on" };

function asking(question: Question): Hold {
  const reason = question.stop ? "asks whether it may be taken down" : "asks whether its volumes may be deleted";
  return { status: "PENDING", reason, kind: "asking", question };
}

/** Tells questions apart. */
function keyOf({ node, change, stop, lose }: Question): string {
  return [change, ...(stop ? ["stop"] : []), ...(lose ? ["lose"] : []), node.record.id].join(" ");
}

/** Whether an answer was about a node. */
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

/** Whether waiting for a rollout would help a node nothing: it is down, and nothing says that it comes back by itself. */
function isStuck(machine: Machine, node: NodeRun): boolean {
  const { state, operation } = node.record;
  if (operation?.stage === "lose" || node.unhealthy !== undefined) return true;
  return state !== "running" && state !== "stopping" && !isGettingReady(machine, node);
}
