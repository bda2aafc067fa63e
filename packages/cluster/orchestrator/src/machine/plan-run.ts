import type { Strategy } from "../definition/common.ts";
import type { PhaseRecord, PlanRecord, StepAction, StepRecord } from "../state/records.ts";
import type { InstanceState, Machine, PhaseRun, PlanRun, StepRun } from "./machine.ts";
import { forgetShown, isPhaseComplete, refresh, settlePointers, statusOfStep } from "./step.ts";

/** A plan that has not been installed yet. */
export interface PlanDraft {
  readonly name: string;
  readonly strategy: Strategy;
  readonly interrupted?: boolean;
  readonly phases: readonly PhaseDraft[];
  readonly urgent?: (step: StepRecord) => boolean;
  readonly request?: Readonly<Record<string, unknown>>;
  readonly needsSecrets?: boolean;
  readonly undo?: PlanRecord["undo"];
}

export interface PhaseDraft {
  readonly name: string;
  readonly strategy: Strategy;
  readonly steps: readonly StepDraft[];
}

export interface StepDraft {
  readonly name: string;
  readonly action: StepAction;
  readonly hidden?: true;
  readonly decision?: "open";
}

/** Installs a plan, which replaces the plan of the same name. If the old plan has begun an operation on a node, the operation continues. */
export function installPlan(machine: Machine, draft: PlanDraft): PlanRun {
  removePlan(machine, draft.name);
  const phases = draft.phases.map((phase) => phase.steps.map((step) => ({ id: machine.uuid(), progress: "pending" as const, ...step })));
  const urgent = draft.urgent;
  const plan = runOfPlan({
    name: draft.name,
    id: machine.uuid(),
    strategy: draft.strategy,
    interrupted: draft.interrupted ?? false,
    urgent: urgent ? phases.flatMap((steps) => steps.filter(urgent).map(({ id }) => id)) : [],
    ...(draft.request === undefined ? {} : { request: draft.request }),
    needsSecrets: draft.needsSecrets ?? false,
    ...(draft.undo === undefined ? {} : { undo: draft.undo }),
  });
  machine.state.plans.set(draft.name, plan);
  machine.changes.plans.add(plan);
  machine.changes.shown = true;
  for (const [index, { name, strategy }] of draft.phases.entries()) {
    addPhase(machine, plan, { name, strategy }, phases[index] ?? []);
  }
  settleUrgent(plan);
  return plan;
}

export function addPhase(
  machine: Machine,
  plan: PlanRun,
  { name, strategy }: Pick<PhaseRecord, "name" | "strategy">,
  steps: readonly StepRecord[],
): PhaseRun {
  const order = (plan.phases.at(-1)?.record.order ?? -1) + 1;
  const phase = runOfPhase({ id: machine.uuid(), name, strategy, order, interrupted: false }, plan);
  machine.changes.phases.add(phase);
  for (const record of steps) {
    const step = addStep(machine.state, phase, record);
    machine.changes.steps.add(step);
  }
  settlePointers(plan, plan.phases.slice(plan.next));
  forgetShown(phase, machine.changes);
  return phase;
}

/** The steps of all phases of a plan. */
export function stepsOfPlan({ phases }: PlanRun): readonly StepRun[] {
  return phases.flatMap(({ steps }) => steps);
}

/** The names of all plans: first the rollout, the recovery and the custom plans, then the others. */
export function planNames({ plans, record }: InstanceState): readonly string[] {
  const first = ["deploy", "recovery", ...Object.keys(record.definition.plans)];
  return [...first, ...[...plans.keys()].filter((name) => !first.includes(name))];
}

export function removePlan(machine: Machine, name: string): void {
  const plan = machine.state.plans.get(name);
  if (!plan) return;
  machine.state.plans.delete(name);
  machine.changes.plans.delete(plan);
  machine.changes.removed.add(planKey(plan.record));
  for (const phase of plan.phases) removeRows(machine, phase);
  machine.changes.shown = true;
}

export function removePhase(machine: Machine, phase: PhaseRun): void {
  const { plan } = phase;
  removeRows(machine, phase);
  plan.phases = plan.phases.filter((other) => other !== phase);
  plan.next = 0;
  settlePointers(plan, plan.phases.slice(plan.next));
  plan.view = undefined;
  machine.changes.shown = true;
}

function removeRows(machine: Machine, phase: PhaseRun): void {
  machine.changes.phases.delete(phase);
  machine.changes.removed.add(phaseKey(phase));
  for (const step of phase.steps) {
    step.node?.steps.delete(step);
    machine.state.held.delete(step);
    machine.changes.steps.delete(step);
    machine.changes.removed.add(stepKey(step));
  }
}

/** Restores plans from their stored rows. */
export function loadPlans(state: InstanceState, rows: Iterable<readonly [key: string, value: unknown]>): void {
  const phases = new Map<string, PhaseRun>();
  // Rows are sorted by key, so the row of a plan or phase comes before its children.
  for (const [key, value] of rows) {
    const [sort, name = "", order = ""] = key.split("/");
    const plan = state.plans.get(name);
    if (sort === "plan") state.plans.set(name, runOfPlan(value as PlanRecord));
    else if (sort === "plan.phase" && plan) phases.set(`${name}/${order}`, runOfPhase(value as PhaseRecord, plan));
    else if (sort === "plan.step") {
      const phase = phases.get(`${name}/${order}`);
      if (phase) addStep(state, phase, value as StepRecord);
    }
  }
  for (const plan of state.plans.values()) {
    settlePointers(plan, plan.phases.slice(plan.next));
    settleUrgent(plan);
    for (const phase of plan.phases) settleTimes(phase);
  }
}

/** The rows of all plans, in the order in which `loadPlans` reads them. */
export function rowsOfPlans({ plans }: InstanceState): readonly (readonly [key: string, value: unknown])[] {
  const phases = [...plans.values()].flatMap((plan) => plan.phases);
  return [
    ...[...plans.values()].map(({ record }) => [planKey(record), record] as const),
    ...phases.map((phase) => [phaseKey(phase), phase.record] as const),
    ...phases.flatMap(({ steps }) => steps.map((step) => [stepKey(step), step.record] as const)),
  ];
}

export const planKey = ({ name }: PlanRecord) => `plan/${name}`;
export const phaseKey = ({ plan, record }: PhaseRun) => `plan.phase/${plan.record.name}/${padded(record.order)}`;
export const stepKey = ({ phase, index }: StepRun) => `plan.step/${phase.plan.record.name}/${padded(phase.record.order)}/${padded(index)}`;

/** Numbers in keys are padded with zeros, so that sorting them as text sorts them numerically. */
export const padded = (number: number) => String(number).padStart(9, "0");

function runOfPlan(record: PlanRecord): PlanRun {
  return { record, phases: [], urgent: [], next: 0, active: new Set(), failed: new Set() };
}

function runOfPhase(record: PhaseRecord, plan: PlanRun): PhaseRun {
  const phase: PhaseRun = { record, plan, steps: [], next: 0, counts: new Map(), texts: [] };
  plan.phases.push(phase);
  return phase;
}

function addStep(state: InstanceState, phase: PhaseRun, record: StepRecord): StepRun {
  const { action } = record;
  const node = "node" in action ? state.nodes.get(action.node) : undefined;
  const step: StepRun = { record, phase, index: phase.steps.length, node, attempt: 0, status: "PENDING" };
  step.status = statusOfStep(step);
  phase.steps.push(step);
  phase.counts.set(step.status, (phase.counts.get(step.status) ?? 0) + 1);
  if (record.progress === "active") {
    phase.plan.active.add(step);
    node?.steps.add(step);
  } else if (record.progress === "failed") phase.plan.failed.add(step);
  return step;
}

function settleTimes(phase: PhaseRun): void {
  const times = (of: "startedAt" | "completedAt") => phase.steps.flatMap(({ record }) => record[of] ?? []).sort();
  phase.startedAt = times("startedAt")[0];
  phase.completedAt = isPhaseComplete(phase) ? times("completedAt").at(-1) : undefined;
}

/** The urgent steps that are not complete. */
export function urgentSteps({ urgent }: PlanRun): readonly StepRun[] {
  return urgent.filter(({ record }) => record.progress !== "complete");
}

/** The next urgent step. Steps whose nodes are down come first, because the other steps wait for these nodes. */
export function nextUrgent(plan: PlanRun): StepRun | undefined {
  const urgent = urgentSteps(plan);
  return urgent.find(({ node }) => node?.record.state !== "running") ?? urgent[0];
}

function settleUrgent(plan: PlanRun): void {
  if (plan.record.urgent.length === 0) return;
  const urgent = new Set(plan.record.urgent);
  plan.urgent = plan.phases.flatMap(({ steps }) => steps.filter(({ record }) => urgent.has(record.id)));
}

/** Updates the counts and drops the cached views of a plan, after a change that affects all of its steps. */
export function refreshPlan(machine: Machine, plan: PlanRun): void {
  for (const step of plan.active) refresh(step, machine.changes);
  plan.view = undefined;
  for (const phase of plan.phases) phase.view = undefined;
  machine.changes.shown = true;
}
