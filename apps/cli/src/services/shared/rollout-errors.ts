import { followRollout, outcomeError } from "@reeve/client";
import type { ReeveError } from "@reeve/contract";
import { type Plan, reasonOf } from "@reeve/scheduler-models";
import { statusWords } from "@reeve/terminal";

/** The error for a watched plan that has failed. */
export function failedRollout(name: string, plan: Plan, now: number): ReeveError {
  const [firstError] = plan.errors.map((each) => (typeof each === "string" ? each : JSON.stringify(each)));
  return outcomeError({ state: "failed", reason: `the ${name} plan has failed: ${firstError ?? at(plan, now)}`, plan });
}

/** The error for a plan that was not complete at the timeout. */
export function stillPending(name: string, plan: Plan, now: number): ReeveError {
  return outcomeError({ state: "pending", reason: `the ${name} plan is not complete: ${at(plan, now)}`, plan });
}

function at(plan: Plan, now: number): string {
  const { at, done, total } = followRollout()(plan, now);
  const steps = `${done} of ${total} steps`;
  if (!at) return steps;
  const reason = reasonOf({ ...at, name: at.step });
  return `${at.step} is ${statusWords(at.status)}${reason === "" ? "" : `: ${reason}`} (${steps})`;
}
