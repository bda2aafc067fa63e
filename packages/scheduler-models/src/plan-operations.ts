import { controlAnswer } from "./control-result.ts";
import { planAnswer } from "./plan-answer.ts";
import { NamedPlanInput, PhaseInput, PlanInput, StepInput } from "./plan-inputs.ts";
import { PlanNames } from "./plan-names.ts";

/** Why an API has a route that its document does not show. */
export const SEEN_ON_NEWER_SERVERS = "not in the API document; newer servers of this revision have it";

/** Why a route takes any plan where its document prints one. */
export const ANY_PLAN = "the API document prints it for deploy only; newer servers take any plan";

/** The operations on plans, without the routes, which differ between APIs. */
export const planOperations = {
  list: { summary: "List the plans", effect: "read", output: PlanNames, instead: "plans.show" },
  show: {
    summary: "Show a plan",
    about: "Its phases and steps, each with its status.",
    effect: "read",
    input: PlanInput,
    output: planAnswer,
    example: { plan: "deploy" },
  },
  continue: {
    summary: "Continue a rollout that waits",
    about: "It resumes at the next pending node.",
    effect: "change",
    verifiedBy: "plans.show",
    input: PhaseInput,
    output: controlAnswer,
    example: { plan: "deploy" },
  },
  interrupt: {
    summary: "Pause a rollout after the current node",
    about: "It then waits for continue.",
    effect: "change",
    verifiedBy: "plans.show",
    input: PhaseInput,
    output: controlAnswer,
    example: { plan: "deploy" },
  },
  forceComplete: {
    summary: "Mark a step complete without checking its node",
    about: "For one stuck node. Without a phase and a step it is the current one.",
    effect: "change",
    verifiedBy: "plans.show",
    input: StepInput,
    output: controlAnswer,
    example: { plan: "deploy", phase: "Deploy", step: "broker-1" },
  },
  restart: {
    summary: "Do a step again from its beginning",
    about: "Without a phase and a step it is the current one.",
    effect: "change",
    verifiedBy: "plans.show",
    input: StepInput,
    output: controlAnswer,
    example: { plan: "deploy", phase: "Deploy", step: "broker-1" },
  },
  start: {
    summary: "Start a plan from its beginning",
    effect: "change",
    verifiedBy: "plans.show",
    input: NamedPlanInput,
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
