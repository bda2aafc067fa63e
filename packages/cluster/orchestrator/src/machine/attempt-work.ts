import type { Machine } from "./machine.ts";
import { lacksSecrets, sendAgain } from "./maintenance.ts";
import { doing } from "./node.ts";
import { isRollingOut } from "./rolling-out.ts";
import type { Hold, StepRun } from "./run.ts";
import { beginStep, holdStep } from "./step.ts";

/** Begins the work of a maintenance step, or records why the step must wait. */
export function attemptWork(machine: Machine, step: StepRun): void {
  const hold = obstacle(machine, step);
  if (hold) holdStep(machine, step, hold);
  else beginStep(machine, step);
}

/**
 * Returns the reason why maintenance cannot begin now. Maintenance affects all data, so it waits until all nodes run and no node is being
 * changed.
 */
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

function wait(reason: string): Hold {
  return { status: "PENDING", reason };
}
