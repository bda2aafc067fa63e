import { about, resourceList, type Schema, text } from "@reeve/contract";
import * as v from "valibot";

/** A plan. In a revision with a single plan, this is the deploy plan. */
export interface PlanInput {
  /** Name of the plan. */
  readonly plan?: string;
}

/** The part of a rollout to continue or interrupt; without a phase, the whole rollout. */
export interface PhaseInput extends PlanInput {
  /** Name or id of the phase. */
  readonly phase?: string;
}

/** The step to mark complete or to restart. An input with a step must also have the step's phase. */
export interface StepInput extends PhaseInput {
  /** Name or id of the step. */
  readonly step?: string;
}

/** The input of operations that have no default plan, so that the caller must name one. */
export interface NamedPlanInput {
  /** Name of the plan. */
  readonly plan: string;
}

/** A checked input. It always contains the name of the plan, because the check fills in the default. */
export type Named<Input extends PlanInput> = Input & { readonly plan: string };

const DEFAULT_PLAN = "deploy";

const PlanName = about(
  "name of the plan",
  text("the name of a plan (letters, digits, dots, dashes and underscores)", /^(?!\.{1,2}$)[\w.-]{1,100}$/),
  { names: "plan", isPositional: true },
);
const plan = v.exactOptional(PlanName, DEFAULT_PLAN);
const phase = about("name or id of the phase", v.exactOptional(text("the name or id of a phase", /^[^\p{Cc}\p{Cs}]{1,200}$/u)), {
  names: "phase",
});
const step = about("name or id of the step", v.exactOptional(text("the name or id of a step", /^[^\p{Cc}\p{Cs}]{1,200}$/u)), {
  names: "step",
});

export const PlanInput: Schema<Named<PlanInput>, PlanInput> = v.strictObject({ plan });

export const NamedPlanInput: Schema<NamedPlanInput, NamedPlanInput> = v.strictObject({ plan: PlanName });

export const PhaseInput: Schema<Named<PhaseInput>, PhaseInput> = v.strictObject({ plan, phase });

export const StepInput: Schema<Named<StepInput>, StepInput> = v.pipe(
  v.strictObject({ plan, phase, step }),
  v.forward(
    v.partialCheck(
      [["phase"], ["step"]],
      ({ phase, step }) => step === undefined || phase !== undefined,
      "expected the name or id of the phase that contains the step",
    ),
    ["phase"],
  ),
);

/** The names of a service's plans. The deploy and recovery plans always exist. */
export type PlanNames = readonly string[];

export const PlanNames: Schema<PlanNames> = resourceList(
  "PlanNames",
  "The names of the service's plans; `deploy` and `recovery` are always among them.",
  v.string(),
);
