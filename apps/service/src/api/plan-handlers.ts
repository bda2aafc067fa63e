import type { Instance } from "@reeve/orchestrator";
import type { Named, NamedPlanInput, PhaseInput, PlanInput, StepInput } from "@reeve/scheduler-models";
import { json } from "../http/answer.ts";
import type { HttpAnswer } from "../http/message.ts";
import type { Asked } from "./handlers.ts";
import { control, planAnswer } from "./plan-answer.ts";

/** The operations that Reeve added show plans in the newest form and with the newest statuses, whatever the instance's revision. */
const NEWEST = "newest";

/** The plan operations that Reeve added to the APIs, for all kinds of service. */
export const ownPlanHandlers = {
  all: ({ plans }: Instance): HttpAnswer => json(plans.names()),
  inspect: (instance: Instance, { plan }: NamedPlanInput): HttpAnswer => planAnswer(instance, plan, NEWEST),
} as const;

/** The plan operations that the three APIs share. */
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
