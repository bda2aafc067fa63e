import type { ActiveEntries } from "@reeve/broker-models";
import { defined } from "@reeve/contract";
import type { Instance, PlanCommand } from "@reeve/orchestrator";
import {
  type Block,
  isDecisionPoint,
  oldSpelling,
  type Phase,
  type Plan,
  type PlanOfBlocks,
  ROLLING_RESTART,
  type Step,
} from "@reeve/scheduler-models";
import { json, plainText, unchanging } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import { type Asked, noPlan, type SharedHandlers } from "./handlers.ts";

/** The operations that Reeve added show plans in the newest form and with the newest statuses, whatever the instance's revision. */
const NEWEST = "newest";

/** The plan operations that Reeve added to the APIs, for all kinds of service. */
export const ownPlanHandlers: Pick<SharedHandlers["plans"], "all" | "inspect"> = {
  all: ({ plans }) => json(plans.names()),
  inspect: (instance, { plan }) => answerWithPlan(instance, plan, NEWEST),
};

const applies =
  (command: Command) =>
  (instance: Instance, input: Where, { revision }: Asked): HttpAnswer =>
    control(instance, command, input, revision);

/** The plan operations that the three APIs share. */
export const planHandlers: SharedHandlers["plans"] = {
  ...ownPlanHandlers,
  list: ({ plans }) => json(plans.names()),
  show: (instance, { plan }, { revision }) => answerWithPlan(instance, plan, revision),
  continue: applies("continue"),
  interrupt: applies("interrupt"),
  forceComplete: applies("forceComplete"),
  restart: applies("restart"),
  start: applies("start"),
  stop: applies("stop"),
};

/** Makes handlers that apply a command to the plan of this name. */
export const appliesTo =
  (plan: string) =>
  (command: Command) =>
  (instance: Instance, _: unknown, { revision }: Asked): HttpAnswer =>
    control(instance, command, { plan }, revision);

const appliesToRestart = appliesTo(ROLLING_RESTART);

/** The operations on the rolling restart, for all kinds of service. */
export const rollingRestartHandlers: SharedHandlers["rollingRestart"] = {
  start: (instance, { type }) => {
    instance.plans.restartNodes(type);
    return answerWithPlan(instance, ROLLING_RESTART, NEWEST);
  },
  show: (instance) => answerWithPlan(instance, ROLLING_RESTART, NEWEST),
  continue: appliesToRestart("continue"),
  interrupt: appliesToRestart("interrupt"),
  stop: appliesToRestart("stop"),
};

/** Answers with a plan in the form and with the status of the revision. It is only serialised again after it has changed. */
export function answerWithPlan(instance: Instance, plan: string, revision: string): HttpAnswer {
  const found = existingPlan(instance, plan);
  const status = statusOf(found, revision);
  const shown = inRevision(found, revision);
  return unchanging(shown, () => (shown === found && instance.plans.text(plan)) || JSON.stringify(shown), status);
}

/** A plan of an instance. Throws `not-found` if there is no such plan. */
export function existingPlan({ plans, name }: Instance, plan: string): Plan {
  const found = plans.get(plan);
  if (!found) throw noPlan(name, plan, plans.names());
  return found;
}

/** While a plan is not complete, R1 and R2 answer 503, and other revisions answer 202. The body is the plan in both cases. */
export function statusOf({ status, errors }: Plan, revision: string): number {
  if (status === "ERROR" || errors.length > 0) return 417;
  if (status === "COMPLETE") return 200;
  return revision === "R1" || revision === "R2" ? 503 : 202;
}

/** R1 shows steps as blocks, and R2 has no decision points. The result is the same object while the plan is unchanged. */
function inRevision(plan: Plan, revision: string): object {
  if (revision !== "R1" && revision !== "R2") return plan;
  const known = forms[revision].get(plan);
  if (known) return known;
  const made = revision === "R1" ? inBlocks(plan) : withoutDecisionPoints(plan);
  forms[revision].set(plan, made);
  return made;
}

const forms = { R1: new WeakMap<Plan, object>(), R2: new WeakMap<Plan, object>() } as const;

function withoutDecisionPoints(plan: Plan): Plan {
  if (!plan.phases.some(({ steps }) => steps.some(isDecisionPoint))) return plan;
  const plain = ({ has_decision_point: _, ...step }: Block): Step => step;
  return { ...plan, phases: plan.phases.map((phase) => ({ ...phase, steps: phase.steps.map(plain) })) };
}

/** The commands that a plan accepts, named like their operations. */
type Command = PlanCommand["command"];

type Where = Omit<PlanCommand, "command">;

/** Applies a command to a plan. The message and the status of the answer say whether the command changed anything. */
function control(instance: Instance, command: Command, { plan, phase, step }: Where, revision: string): HttpAnswer {
  existingPlan(instance, plan);
  const { changed } = instance.plans.control(defined({ command, plan, phase, step }));
  return answerOfControl(command, changed, revision);
}

/** The answer to a command. It lists the affected plans, because some routes do not name a plan. */
export function answerOfControl(
  command: Command | "proceed",
  changed: boolean,
  revision: string,
  plans: readonly string[] = [],
): HttpAnswer {
  if (!changed) return plainText("Command has already been reported or completed", 208);
  const message = `Received cmd: ${command}${plans.length === 0 ? "" : ` (${plans.join(", ")})`}`;
  return json(revision === "R2" ? { message, Result: message } : { message });
}

/** A plan as R1 shows it: its steps are blocks, and its statuses are spelled in R1's own way. */
function inBlocks(plan: Plan): PlanOfBlocks {
  const { phases, status, ...rest } = plan;
  return { ...rest, status: oldSpelling(status), phases: phases.map(phaseOfBlocks) };
}

/** The active parts of a plan as R1 shows them: the plan itself and, unless the plan is complete, its current phase and block. */
export function activeEntries({ phases, errors, status }: Plan): ActiveEntries {
  const stage = { errors, phase_count: phases.length, status: oldSpelling(status) };
  const phase = status === "COMPLETE" ? undefined : phases.find((each) => each.status !== "COMPLETE");
  const step = phase?.steps.find((each) => each.status !== "COMPLETE");
  if (!phase || !step) return { stage };
  const { id, name, reason = null } = step;
  return {
    block: { has_decision_point: isDecisionPoint(step), id, message: spelled(step), reason, name, status: oldSpelling(step.status) },
    phase: { block_count: phase.steps.length, id: phase.id, name: phase.name, status: oldSpelling(phase.status) },
    stage,
  };
}

function phaseOfBlocks({ steps, status, ...rest }: Phase): PlanOfBlocks["phases"][number] {
  return { ...rest, status: oldSpelling(status), blocks: steps.map(block) };
}

function block(step: Step): Block {
  const { has_decision_point: _, ...rest } = step as Block;
  return { ...rest, status: oldSpelling(step.status), message: spelled(step), hasDecisionPoint: isDecisionPoint(step) };
}

/** Spells the status in a step's message in R1's own way: `Broker-0 is COMPLETE`. */
function spelled({ message, status }: Step): string {
  return message.replace(` is ${status}`, ` is ${oldSpelling(status)}`);
}
