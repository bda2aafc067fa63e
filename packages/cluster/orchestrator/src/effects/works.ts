import type { StepRun } from "../machine/machine.ts";
import { lacksSecrets, workEnded, workReported } from "../machine/maintenance.ts";
import { reasonOf } from "../messages.ts";
import type { TaskAtNode, Work } from "../work.ts";
import type { EffectContext, EffectController } from "./effects.ts";
import type { RunAtNode } from "./sidecars.ts";

/** Controls the work of maintenance steps, which the engine performs. */
export function workController({ machine, cluster, log, event }: EffectContext, atNode: RunAtNode): EffectController {
  const { state } = machine;
  const performing = new Map<StepRun, { readonly attempt: number; readonly controller: AbortController }>();
  let closed = false;

  function reconcile(steps: Iterable<StepRun>): void {
    if (closed) return;
    for (const [step, { attempt, controller }] of performing) if (!isWanted(step, attempt)) controller.abort();
    for (const step of steps) {
      const { action } = step.record;
      if (action.type === "work" && !performing.has(step) && isWanted(step, step.attempt)) perform(step, action.work);
    }
  }

  function isWanted(step: StepRun, attempt: number): boolean {
    const { plan } = step.phase;
    return (
      step.record.progress === "active" && step.attempt === attempt && state.plans.get(plan.record.name) === plan && !lacksSecrets(plan)
    );
  }

  function perform(step: StepRun, work: Work): void {
    const controller = new AbortController();
    const { attempt } = step;
    performing.set(step, { attempt, controller });
    const context = {
      signal: controller.signal,
      secrets: step.phase.plan.secrets ?? {},
      atNode: (task: TaskAtNode) => atNode(step, task, controller.signal),
      report: (message: string) => {
        if (isWanted(step, attempt)) event(() => workReported(machine, step, message));
      },
    };
    const over = (failure: string | undefined) => {
      performing.delete(step);
      if (failure !== undefined && isWanted(step, attempt)) logFailure(step, failure);
      if (isWanted(step, attempt)) event(() => workEnded(machine, step, failure));
      // If the step was restarted while its work was ending, the work begins again.
      else reconcile([step]);
    };
    new Promise<void>((resolve) => resolve(cluster.perform(work, context))).then(
      () => over(undefined),
      (error) => over(reasonOf(error)),
    );
  }

  function logFailure({ record, phase }: StepRun, reason: string): void {
    const { name } = state.record;
    const where = { instance: name, plan: phase.plan.record.name, phase: phase.record.name, step: record.name };
    log("error", "maintenance has failed", { ...where, reason });
  }

  return {
    reconcile: ({ steps }) => reconcile(steps),
    close: () => {
      closed = true;
      for (const { controller } of performing.values()) controller.abort();
    },
  };
}
