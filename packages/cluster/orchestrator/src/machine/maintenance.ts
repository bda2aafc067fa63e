import { isDeepStrictEqual } from "node:util";
import { ReeveError } from "@reeve/contract";
import type { MaintenanceRecord, PlanRecord } from "../state/records.ts";
import type { WorkPhase, WorkPlan } from "../work.ts";
import { type InstanceState, type Machine, type PlanRun, type StepRun, timestamp } from "./machine.ts";
import { installPlan, type PhaseDraft, padded } from "./plan-run.ts";
import { dropSidecars } from "./sidecars.ts";
import { completeStep, failStep, isPlanComplete, refresh, resetStep } from "./step.ts";
import { stepFailureOf } from "./view.ts";

/** Gives a plan that has lost its secrets in a restart those of the repeated request. Returns true if there is such a plan. */
export function giveKeys({ state }: Machine, { name, request, secrets = {} }: WorkPlan): boolean {
  const plan = state.plans.get(name);
  if (!plan || !isUnderWay(plan) || !lacksSecrets(plan) || !isDeepStrictEqual(plan.record.request, request)) return false;
  plan.secrets = secrets;
  return true;
}

/** Refuses maintenance before the first deployment and while other maintenance is under way. */
export function expectNoMaintenance({ state }: Machine): void {
  const { name } = state.record;
  if (!isInstalled(state)) {
    throw new ReeveError("conflict", `${name} is not installed yet; wait until the deploy plan is complete`);
  }
  const other = [...state.plans.values()].find(isUnderWay);
  if (other) throw new ReeveError("conflict", `${name}: ${isBusy(other)}`);
}

/** Begins a maintenance plan, which replaces the last plan of the same name. */
export function beginMaintenance(machine: Machine, work: WorkPlan): void {
  expectNoMaintenance(machine);
  supersede(machine);
  const { request, secrets = {}, undo } = work;
  const plan = installPlan(machine, {
    name: work.name,
    strategy: "serial",
    phases: work.phases.map(draftOf),
    request,
    needsSecrets: Object.keys(secrets).length > 0,
    ...(undo === undefined ? {} : { undo }),
  });
  plan.secrets = secrets;
  recordMaintenance(machine, plan, work);
}

function draftOf({ name, strategy, steps }: WorkPhase): PhaseDraft {
  return { name, strategy, steps: steps.map((step) => ({ name: step.name, action: { type: "work", work: step.work } })) };
}

/** Replaces a plan that is being stopped with the plan that undoes it. Returns false if no plan can undo it. */
export function undoMaintenance(machine: Machine, { record }: PlanRun): boolean {
  const { name, request, undo = [] } = record;
  if (undo.length === 0 || request === undefined) return false;
  recordStop(machine, record);
  installPlan(machine, { name, strategy: "serial", phases: undo.map(draftOf), request, undo: [] });
  return true;
}

/** Marks failed maintenance plans as superseded when a newer plan begins, so that they can no longer be retried. */
export function supersede({ state, changes }: Machine): void {
  for (const plan of state.plans.values()) {
    if (!hasFailed(plan)) continue;
    plan.record.superseded = true;
    plan.secrets = undefined;
    changes.plans.add(plan);
    changes.shown = true;
  }
}

/** Returns the running maintenance plan, or the last one if that plan has failed and can be retried; otherwise undefined. */
export function currentMaintenance({ plans }: InstanceState): PlanRun | undefined {
  return [...plans.values()].find((plan) => isUnderWay(plan) || (hasFailed(plan) && !plan.record.superseded));
}

/** Retries the failed steps of these phases, unless a newer plan has begun. Returns true if any step is retried. */
export function tryAgain(machine: Machine, { record, phases, failed }: PlanRun, phase = phases): boolean {
  if (!record.request || record.superseded) return false;
  const steps = [...failed].filter((step) => phase.includes(step.phase));
  for (const step of steps) resetStep(machine, step);
  return steps.length > 0;
}

/** Called after a restart of the service: resets the maintenance steps that were running, so that they begin again. */
export function resetWorks(machine: Machine): void {
  for (const plan of machine.state.plans.values()) {
    for (const step of plan.active) if (step.record.action.type === "work") resetStep(machine, step);
  }
}

/** Returns the message that asks for a repetition of a plan's request, because requests are stored without their secrets. */
export function sendAgain(plan: PlanRun): string {
  return `send the same request again${requestInWords(plan)}: the service was restarted, and it does not store the access keys in a request`;
}

/** The request as text: ` (backup_name nightly, external_location s3://kept)`. */
function requestInWords({ record: { request = {} } }: PlanRun): string {
  const fields = Object.entries(request).map(([name, value]) => `${name} ${String(value)}`);
  return fields.length === 0 ? "" : ` (${fields.join(", ")})`;
}

/** Whether a plan waits for secrets that were lost when the service restarted. */
export function lacksSecrets({ record, secrets }: PlanRun): boolean {
  return record.needsSecrets && secrets === undefined;
}

/** The maintenance step that is running. No node is changed until the work of this step has ended. */
export function workUnderWay({ plans }: InstanceState): StepRun | undefined {
  for (const { record, active } of plans.values()) {
    const [step] = record.request ? active : [];
    if (step) return step;
  }
  return undefined;
}

function isInstalled({ record, plans }: InstanceState): boolean {
  const deploy = plans.get("deploy");
  return record.deployed === true || (deploy !== undefined && isPlanComplete(deploy));
}

/** Whether a plan has not ended. With a failed step, it still runs until its other parallel steps have ended. */
function isUnderWay(plan: PlanRun): boolean {
  const { record, active, failed } = plan;
  return record.request !== undefined && !isPlanComplete(plan) && (failed.size === 0 || active.size > 0);
}

/** Whether a plan is maintenance that has failed. */
export function hasFailed(plan: PlanRun): boolean {
  return plan.record.request !== undefined && plan.failed.size > 0 && plan.active.size === 0;
}

function isBusy(plan: PlanRun): string {
  const { name } = plan.record;
  if (lacksSecrets(plan)) return `the plan ${name} waits for the keys of its request; send that request again${requestInWords(plan)}`;
  if (plan.record.interrupted) return `the plan ${name} is interrupted; continue it, or stop it`;
  return `the plan ${name} is running; wait until it is complete`;
}

/** Records that a step's work has ended; `failure` is the reason if it failed. */
export function workEnded(machine: Machine, step: StepRun, failure: string | undefined): void {
  const { plan } = step.phase;
  if (failure === undefined) completeStep(machine, step);
  else failStep(machine, step, failure);
  dropSidecars(machine, (task) => task.step === step.record.id);
  if (isPlanComplete(plan)) plan.secrets = undefined;
}

/** Shows the progress that a step's work reports. The progress is not stored. */
export function workReported(machine: Machine, step: StepRun, message: string): void {
  if (step.record.progress !== "active" || step.note === message) return;
  step.note = message;
  refresh(step, machine.changes);
}

/**
 * Records maintenance that a user has requested. If the history then exceeds its limit, the oldest record of ended maintenance is dropped.
 */
function recordMaintenance(machine: Machine, { record }: PlanRun, { place }: Pick<WorkPlan, "place">): void {
  const { state, changes } = machine;
  const { maintenance } = state;
  const entry: MaintenanceRecord = {
    id: record.id,
    number: (maintenance.at(-1)?.number ?? 0) + 1,
    name: record.name,
    request: record.request ?? {},
    ...(place !== undefined && { place }),
    requestedAt: timestamp(machine),
  };
  maintenance.push(entry);
  changes.maintenance.add(entry);
  dropOldMaintenance(machine);
}

function recordStop(machine: Machine, { id }: PlanRecord): void {
  const entry = machine.state.maintenance.find((each) => each.id === id);
  if (!entry || entry.outcome === "complete") return;
  entry.outcome = "failed";
  entry.failure = "the maintenance was stopped";
  entry.endedAt = timestamp(machine);
  machine.changes.maintenance.add(entry);
}

/** Drops the oldest records of ended maintenance until the history is within its limit. */
export function dropOldMaintenance({ state, changes, retention }: Machine): void {
  const { maintenance } = state;
  const ended = maintenance.filter(({ outcome }) => outcome !== undefined);
  for (const entry of ended.slice(0, Math.max(0, maintenance.length - retention.maintenance))) {
    maintenance.splice(maintenance.indexOf(entry), 1);
    changes.maintenance.delete(entry);
    changes.removed.add(maintenanceKey(entry));
  }
}

/** Updates the records of maintenance that has begun, has ended or is being retried. */
export function updateHistory(machine: Machine): void {
  for (const plan of machine.state.plans.values()) {
    if (plan.record.request) update(machine, plan);
  }
}

function update(machine: Machine, plan: PlanRun): void {
  const entry = machine.state.maintenance.find(({ id }) => id === plan.record.id);
  if (!entry || entry.outcome === "complete") return;
  const outcome = isPlanComplete(plan) ? "complete" : plan.failed.size > 0 && plan.active.size === 0 ? "failed" : undefined;
  const begun = plan.phases.some(({ startedAt }) => startedAt !== undefined);
  if (outcome === entry.outcome && (entry.startedAt !== undefined || !begun)) return;
  if (begun) entry.startedAt ??= timestamp(machine);
  delete entry.endedAt;
  delete entry.failure;
  delete entry.outcome;
  if (outcome) {
    entry.outcome = outcome;
    entry.endedAt = timestamp(machine);
  }
  if (outcome === "failed") entry.failure = [...plan.failed].map(stepFailureOf).join("; ");
  machine.changes.maintenance.add(entry);
}

export const maintenanceKey = ({ number }: Pick<MaintenanceRecord, "number">): string => `maintenance/${padded(number)}`;
