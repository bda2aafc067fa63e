import type { Instance } from "@reeve/orchestrator";
import { type Block, isDecisionPoint, type Plan, type Step } from "@reeve/scheduler-models";
import { json, plainText, unchanging } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import { noPlan } from "./not-found.ts";
import { inBlocks } from "./plan-in-blocks.ts";

/**
 * Answers with a plan, in the form and with the HTTP status that the revision requires. A plan is only serialised again after it has
 * changed.
 */
export function planAnswer(instance: Instance, plan: string, revision: string): HttpAnswer {
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

/**
 * R1 shows steps as blocks, and R2 has no decision points; other revisions show a plan unchanged. Returns the same object as long as the
 * plan is unchanged.
 */
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
type Command = "continue" | "interrupt" | "forceComplete" | "restart" | "start" | "stop";

/** Applies a command to a plan. The message and the status of the answer say whether the command changed anything. */
export function control(
  instance: Instance,
  command: Command,
  { plan, phase, step }: { readonly plan: string; readonly phase?: string; readonly step?: string },
  revision: string,
): HttpAnswer {
  existingPlan(instance, plan);
  const where = { ...(phase !== undefined && { phase }), ...(step !== undefined && { step }) };
  const { changed } = instance.plans.control({ command, plan, ...where });
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
