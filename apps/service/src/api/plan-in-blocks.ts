import type { ActiveEntries } from "@reeve/broker-models";
import {
  type Block,
  isDecisionPoint,
  oldSpelling,
  type Phase,
  type Plan,
  type PlanOfBlocks,
  type Step,
} from "@reeve/scheduler-models";

/** A plan as R1 shows it: its steps are blocks, and its statuses are spelled in R1's own way. */
export function inBlocks(plan: Plan): PlanOfBlocks {
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
    block: {
      has_decision_point: isDecisionPoint(step),
      id,
      message: spelled(step),
      reason,
      name,
      status: oldSpelling(step.status),
    },
    phase: { block_count: phase.steps.length, id: phase.id, name: phase.name, status: oldSpelling(phase.status) },
    stage,
  };
}

function phaseOfBlocks({ steps, status, ...rest }: Phase): PlanOfBlocks["phases"][number] {
  return { ...rest, status: oldSpelling(status), blocks: steps.map(block) };
}

function block(step: Step): Block {
  const { has_decision_point: _, ...rest } = step as Block;
  return {
    ...rest,
    status: oldSpelling(step.status),
    message: spelled(step),
    hasDecisionPoint: isDecisionPoint(step),
  };
}

/** Spells the status in a step's message in R1's own way: `Broker-0 is COMPLETE`. */
function spelled({ message, status }: Step): string {
  return message.replace(` is ${status}`, ` is ${oldSpelling(status)}`);
}
