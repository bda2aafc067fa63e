import { isDeepStrictEqual } from "node:util";
import { ReeveError } from "@reeve/contract";
import type { WorkPlan } from "../work.ts";
import type { Machine } from "./machine.ts";
import { installPlan } from "./plan-run.ts";
import type { PlanRun, StepRun } from "./run.ts";
import { isComplete, refresh } from "./status.ts";
import { completeStep, failStep, touchStep } from "./step.ts";

/** Of these, one at a time: both are about all the data. */
const EXCLUSIVE = ["backup", "restore"];

/** Begins a maintenance plan, or gives one that waits for its secrets what it needs to go on. */
export function runWorkPlan(machine: Machine, work: WorkPlan): void {
  const { state } = machine;
  const secrets = work.secrets ?? {};
  const rivals = EXCLUSIVE.includes(work.name) ? EXCLUSIVE : [work.name];
  for (const name of rivals) {
    const plan = state.plans.get(name);
    if (!plan || isComplete(plan) || plan.failed.size > 0) continue;
    if (name === work.name && lacksSecrets(plan) && isDeepStrictEqual(plan.record.request, work.request)) {
      resume(machine, plan, secrets);
      return;
    }
    throw new ReeveError("conflict", `${state.record.name}: ${isBusy(plan)}`);
  }
  const plan = installPlan(machine, {
    name: work.name,
    strategy: "serial",
    phases: work.phases.map(({ name, strategy, steps }) => ({
      name,
      strategy,
      steps: steps.map((step) => ({ name: step.name, action: { type: "work", work: step.work } })),
    })),
    request: work.request,
    needsSecrets: Object.keys(secrets).length > 0,
  });
  plan.secrets = secrets;
}

function resume(machine: Machine, plan: PlanRun, secrets: Readonly<Record<string, string>>): void {
  plan.secrets = secrets;
  for (const step of plan.active) {
    step.hold = undefined;
    touchStep(machine, step);
  }
}

/** After a restart of the service: what was at work and has lost its secrets waits for them. */
export function holdForSecrets(machine: Machine): void {
  for (const plan of machine.state.plans.values()) {
    if (!lacksSecrets(plan)) continue;
    for (const step of plan.active) {
      step.hold = { status: "WAITING", reason: sendAgain(plan) };
      refresh(step, machine.changes);
    }
  }
}

/** Why a plan that has lost its secrets waits; they are never kept, but what was asked for is. */
export function sendAgain(plan: PlanRun): string {
  return `send the same request again${told(plan)}: its keys are not kept, and the service has been restarted since`;
}

/** What a plan was asked for with: ` (backup_name nightly, external_location s3://kept)`. */
function told({ record: { request = {} } }: PlanRun): string {
  const fields = Object.entries(request).map(([name, value]) => `${name} ${String(value)}`);
  return fields.length === 0 ? "" : ` (${fields.join(", ")})`;
}

/** Whether it cannot go on: its secrets were lost with the process that had them. */
export function lacksSecrets({ record, secrets }: PlanRun): boolean {
  return record.needsSecrets && secrets === undefined;
}

function isBusy(plan: PlanRun): string {
  const { name } = plan.record;
  if (lacksSecrets(plan)) return `another ${name} waits for its keys; send that request again${told(plan)}`;
  if (plan.record.interrupted) return `a ${name} is interrupted; continue the plan ${name}`;
  return `a ${name} is running; wait until the plan ${name} is complete`;
}

/** A step's work ended: well, or with a reason. */
export function workEnded(machine: Machine, step: StepRun, failure: string | undefined): void {
  const { plan } = step.phase;
  if (failure === undefined) completeStep(machine, step);
  else failStep(machine, step, failure);
  if (failure !== undefined || isComplete(plan)) plan.secrets = undefined;
}

/** A step's work said how far it is. Only shown, not kept. */
export function workReported(machine: Machine, step: StepRun, message: string): void {
  if (step.record.progress !== "active" || step.note === message) return;
  step.note = message;
  refresh(step, machine.changes);
}
