import type { Phase, Plan, Step } from "@reeve/scheduler-models";
import type { StepAction } from "../state/records.ts";
import type { PhaseRun, PlanRun, Shown, StepRun } from "./machine.ts";
import { doing, whyUndeleted } from "./node.ts";
import { isPhaseComplete, isPlanComplete, STEPS_A_TEXT, statusOfPhase, statusOfPlan } from "./step.ts";

/** A plan as the newest revisions show it. Returns the same object until the plan changes. */
export function viewOfPlan(plan: PlanRun): Plan {
  return shownPlan(plan).value;
}

/** Returns the plan's JSON. Steps are serialized in chunks: if one of ten thousand steps changes, only its chunk is serialized again. */
export function textOfPlan(plan: PlanRun): string {
  const shown = shownPlan(plan);
  shown.text ??= withList(shown.value, "phases", plan.phases.map(textOfPhase));
  return shown.text;
}

function shownPlan(plan: PlanRun): Shown<Plan> {
  plan.view ??= {
    value: {
      phases: plan.phases.map((phase) => shownPhase(phase).value),
      errors: [...plan.failed].map(stepFailureOf),
      status: statusOfPlan(plan),
      strategy: plan.record.strategy,
      started_at: times(plan.phases, "startedAt")[0] ?? null,
      completed_at: isPlanComplete(plan) ? (times(plan.phases, "completedAt").at(-1) ?? null) : null,
    },
  };
  return plan.view;
}

/** Returns a step's name and the reason why the step failed. */
export function stepFailureOf({ record }: StepRun): string {
  return `${record.name}: ${record.reason ?? "failed"}`;
}

function shownPhase(phase: PhaseRun): Shown<Phase> {
  const { record } = phase;
  phase.view ??= {
    value: {
      id: record.id,
      name: record.name,
      status: statusOfPhase(phase),
      strategy: record.strategy,
      steps: phase.steps.filter(({ record }) => !record.hidden).map(shownStep),
      started_at: phase.startedAt ?? null,
      completed_at: isPhaseComplete(phase) ? (phase.completedAt ?? null) : null,
    },
  };
  return phase.view;
}

function textOfPhase(phase: PhaseRun): string {
  const shown = shownPhase(phase);
  shown.text ??= withList(shown.value, "steps", textsOfSteps(phase));
  return shown.text;
}

function textsOfSteps({ steps, texts }: PhaseRun): readonly string[] {
  for (let index = 0; index * STEPS_A_TEXT < steps.length; index++) {
    texts[index] ??= JSON.stringify(
      steps
        .slice(index * STEPS_A_TEXT, (index + 1) * STEPS_A_TEXT)
        .filter(({ record }) => !record.hidden)
        .map(shownStep),
    ).slice(1, -1);
  }
  return texts.flatMap((text) => text || []);
}

function shownStep(step: StepRun): Step {
  const { record, phase } = step;
  // The visible Reconciliation step represents the hidden steps before it.
  const hidden = record.action.type === "reconcile" && phase.steps.length > 1;
  const status = hidden ? statusOfPhase(phase) : step.status;
  const purpose = phase.plan.record.name === "recovery" ? purposeOf(record.action) : undefined;
  step.view ??= {
    id: record.id,
    name: record.name,
    status,
    message: `${capitalised(record.name)} is ${status}`,
    reason: shownReason(step) ?? null,
    ...(purpose === undefined ? {} : { purpose }),
    ...(record.decision === undefined ? {} : { has_decision_point: true }),
    started_at: (hidden ? phase.startedAt : record.startedAt) ?? null,
    completed_at: record.completedAt ?? null,
  };
  return step.view;
}

/** Why a step waits or has failed, or its progress. The Reconciliation step shows that of the current hidden step. */
function shownReason(step: StepRun): string | undefined {
  const { record, phase } = step;
  const current = record.action.type === "reconcile" ? phase.steps[phase.next] : undefined;
  const why = reasonOf(current ?? step) || undefined;
  return why && current && current !== step ? `${current.record.name}: ${why}` : why;
}

function reasonOf({ record, hold, note, node }: StepRun): string | undefined {
  if (hold) return hold.reason;
  if (record.progress === "failed" || record.progress === "complete") return record.reason;
  if (record.progress !== "active") return undefined;
  const does = node ? doing(node) : undefined;
  // A node that has left waits until its volumes are deleted, so `doing` already says why they are not.
  const left = node && node.record.state !== "absent" ? whyUndeleted(node) : undefined;
  return [does, left, note].filter((part) => part !== undefined).join("; ");
}

/** Capitalises a broker's name, as the broker's API document does. Other names stay the same. */
function capitalised(name: string): string {
  return name.startsWith("broker-") ? `B${name.slice(1)}` : name;
}

function times(phases: readonly PhaseRun[], of: "startedAt" | "completedAt"): readonly string[] {
  return phases.flatMap((phase) => phase[of] ?? []).sort();
}

/** Serializes an object whose field `list` already contains JSON text. Joining strings copies this long text only once. */
function withList<Value extends object>(value: Value, list: keyof Value & string, members: readonly string[]): string {
  const parts = Object.entries(value).map(([key, part]) =>
    key === list ? `${JSON.stringify(key)}:[${added(members)}]` : `${JSON.stringify(key)}:${JSON.stringify(part)}`,
  );
  return `{${added(parts)}}`;
}

function added(texts: readonly string[]): string {
  return texts.length === 0 ? "" : texts.reduce((text, next) => `${text},${next}`);
}

/** Describes the action of a step in the recovery plan and the reason for this action, because the step's name contains only the node. */
function purposeOf(action: StepAction): string | undefined {
  switch (action.type) {
    case "restart":
      if (action.because !== undefined) return `restart: ${action.because}`;
      return action.hangs ? "restart, because the node did not answer" : "restart, as requested";
    case "replace":
      return action.force ? "replace, as requested with force" : "replace, as requested";
    case "pause":
      return "pause, as requested";
    case "recover":
      return action.because === undefined ? "start again" : `start again: ${action.because}`;
    default:
      return undefined;
  }
}
