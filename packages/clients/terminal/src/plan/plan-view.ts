import type { Plan, Step } from "@reeve/scheduler-models";
import type { Style } from "../text/style.ts";
import type { TimeWords } from "../words/time.ts";
import { isQuiet, reasonToShow } from "./quiet.ts";

/** The context in which a plan is shown. */
export interface PlanView {
  /** The name of the plan, such as `deploy` or `recovery`. */
  readonly name: string;
  /** The current time in milliseconds since 1970. */
  readonly now: number;
  readonly times: TimeWords;
  readonly style: Style;
}

/** How many steps a plan has, and how many of them are complete. */
export function stepsDone({ phases }: Plan): { readonly done: number; readonly all: number } {
  let done = 0;
  let all = 0;
  for (const { steps } of phases) {
    all += steps.length;
    for (const { status } of steps) if (status === "COMPLETE") done++;
  }
  return { done, all };
}

/** The names of the complete steps that an operator skipped or forced. */
export function forcedSteps({ phases }: Plan): readonly string[] {
  const isForced = (step: Step) => step.status === "COMPLETE" && reasonToShow(step) !== "";
  return phases.flatMap(({ steps }) => steps.filter(isForced).map(({ name }) => name));
}

/** The step that needs attention: the first failed step, else the first step in progress or waiting, else the first step with a reason. */
export function currentStep({ phases }: Plan): Step | undefined {
  let going: Step | undefined;
  let kept: Step | undefined;
  for (const { steps } of phases) {
    for (const step of steps) {
      if (step.status === "ERROR") return step;
      if (step.status === "COMPLETE" || isQuiet(step)) continue;
      if (step.status === "PENDING") kept ??= step;
      else going ??= step;
    }
  }
  return going ?? kept;
}

/** An error of a plan as text. */
export function planError(error: unknown): string {
  return typeof error === "string" ? error : (JSON.stringify(error) ?? String(error));
}
