import { controlAnswer } from "./control-result.ts";
import type { Plan } from "./plan.ts";
import { planAnswer } from "./plan-answer.ts";
import { NamedPlanInput, PhaseInput, PlanInput, PlanNames, StepInput } from "./plan-inputs.ts";

/** The reason for a route that an API document does not show. */
export const SEEN_ON_NEWER_SERVERS = "not in the API document; newer servers of this revision have the route";

/** The note for a route that accepts any plan, although the API document contains the route only for one plan. */
export const ANY_PLAN = "the API document contains this route only for the plan deploy; newer servers accept any plan";

/** The wait for the plan that a control starts or continues. */
const CONTROLLED = { by: "control", done: "{plan} is complete" } as const;

/** The operations on plans. Their routes are not included, because these differ between APIs. */
export const planOperations = {
  list: {
    summary: "List the plans",
    effect: "read",
    output: PlanNames,
    list: { of: "plans", hasEvents: true },
    names: { plan: (names: PlanNames) => names },
    instead: "plans.show",
  },
  show: {
    summary: "Show a plan",
    about: "Shows the phases and steps of the plan, each with its status.",
    effect: "read",
    input: PlanInput,
    output: planAnswer,
    shows: "plan",
    resultName: "plan",
    names: {
      phase: ({ phases }: Plan) => phases.map(({ name }) => name),
      step: ({ phases }: Plan) => phases.flatMap(({ steps }) => steps.map(({ name }) => name)),
    },
    example: { plan: "deploy" },
  },
  continue: {
    summary: "Continue a rollout that waits",
    about: "The rollout resumes at the next pending node.",
    effect: "change",
    verifiedBy: "plans.show",
    input: PhaseInput,
    wait: CONTROLLED,
    output: controlAnswer,
    example: { plan: "deploy" },
  },
  interrupt: {
    summary: "Pause a rollout after the current node",
    about: "The rollout then waits until it is continued.",
    effect: "change",
    verifiedBy: "plans.show",
    input: PhaseInput,
    output: controlAnswer,
    example: { plan: "deploy" },
  },
  forceComplete: {
    summary: "Mark a step complete without checking its node",
    about: "Use this if a node is stuck. Without a phase and a step, the current step is marked complete.",
    effect: "change",
    verifiedBy: "plans.show",
    input: StepInput,
    wait: CONTROLLED,
    output: controlAnswer,
    example: { plan: "deploy", phase: "Deploy", step: "broker-1" },
  },
  restart: {
    summary: "Do a step again from its beginning",
    about: "Without a phase and a step, the current step is done again.",
    effect: "change",
    verifiedBy: "plans.show",
    input: StepInput,
    wait: CONTROLLED,
    output: controlAnswer,
    example: { plan: "deploy", phase: "Deploy", step: "broker-1" },
  },
  start: {
    summary: "Start a plan from its beginning",
    effect: "change",
    verifiedBy: "plans.show",
    input: NamedPlanInput,
    wait: CONTROLLED,
    output: controlAnswer,
    example: { plan: "deploy" },
  },
  stop: {
    summary: "Stop a plan and discard its progress",
    effect: "change",
    verifiedBy: "plans.show",
    input: NamedPlanInput,
    output: controlAnswer,
    example: { plan: "deploy" },
  },
} as const;
