import type { Phase, Plan, Step } from "@reeve/scheduler-models";
import { planActions, stepActions } from "../actions/plans.ts";
import { ActionButtons, SmallActionButtons } from "../parts/actions.tsx";
import type { InstanceInfo } from "../state/cluster.ts";

/** A plan of an instance. */
export interface PlanProps {
  readonly info: InstanceInfo;
  readonly name: string;
  readonly plan: Plan;
}

/** The controls of a whole plan. */
export function PlanControls({ info, name, plan }: PlanProps) {
  const actions = planActions(info, name, plan);
  if (actions.length === 0) return null;
  return (
    <div class="buttons start">
      <ActionButtons actions={actions} />
    </div>
  );
}

/** The controls of a step that is not complete. */
export function StepControls(props: Omit<PlanProps, "plan"> & { readonly phase: Phase; readonly step: Step }) {
  const { info, name, phase, step } = props;
  return (
    <span class="controls">
      <SmallActionButtons actions={stepActions(info, name, phase, step)} />
    </span>
  );
}
