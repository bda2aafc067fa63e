import type { Instance } from "@reeve/orchestrator";
import type { Named, NamedPlanInput, PhaseInput, PlanInput, StepInput } from "@reeve/scheduler-models";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import type { Asked } from "./handlers.ts";
import { control, planAnswer } from "./plan-answer.ts";

/** Neither R1 nor R2: the plans of Reeve's own service have the newest form and statuses in every revision. */
const NEWEST = "newest";

/** What Reeve's own service has of plans, whatever the kind. */
export const ownPlanHandlers = {
  all: ({ plans }: Instance): HttpAnswer => json(plans.names()),
  inspect: (instance: Instance, { plan }: NamedPlanInput): HttpAnswer => planAnswer(instance, plan, NEWEST),
} as const;

/** What the three APIs share of plans. */
export const planHandlers = {
  ...ownPlanHandlers,
  list: ({ plans }: Instance): HttpAnswer => json(plans.names()),
  show: (instance: Instance, { plan }: Named<PlanInput>, { revision }: Asked): HttpAnswer =>
    planAnswer(instance, plan, revision),
  continue: (instance: Instance, input: Named<PhaseInput>, { revision }: Asked): HttpAnswer =>
    control(instance, "continue", input, revision),
  interrupt: (instance: Instance, input: Named<PhaseInput>, { revision }: Asked): HttpAnswer =>
    control(instance, "interrupt", input, revision),
  forceComplete: (instance: Instance, input: Named<StepInput>, { revision }: Asked): HttpAnswer =>
    control(instance, "forceComplete", input, revision),
  restart: (instance: Instance, input: Named<StepInput>, { revision }: Asked): HttpAnswer =>
    control(instance, "restart", input, revision),
  start: (instance: Instance, input: NamedPlanInput, { revision }: Asked): HttpAnswer =>
    control(instance, "start", input, revision),
  stop: (instance: Instance, input: NamedPlanInput, { revision }: Asked): HttpAnswer =>
    control(instance, "stop", input, revision),
} as const;
