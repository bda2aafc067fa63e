import { type ControlResult, type Plan, ROLLING_RESTART, reasonOfStep } from "@reeve/scheduler-models";
import { currentStep, planTree, shown, statusWords, stepsDone } from "@reeve/terminal";
import type { Draw, View } from "../view.ts";
import { inputText, tableOf } from "./fields.ts";

/** A plan as a tree. */
export function plan(value: Plan, view: View): readonly string[] {
  return planTree(value, { ...view, name: planName(view) });
}

/** A table of plans: how far each one is, and what it does now. */
export function planTable(plans: readonly { readonly name: string; readonly plan: Plan }[], view: View): readonly string[] {
  return tableOf(plans, view, [
    { head: "plan", cell: ({ name }) => name },
    { head: "status", cell: ({ plan }) => statusWords(plan.status) },
    { head: "steps", cell: ({ plan }) => `${stepsDone(plan).done} of ${stepsDone(plan).all}` },
    { head: "now", cell: ({ plan }) => nowOf(plan) },
  ]);
}

function nowOf(plan: Plan): string {
  const step = plan.status === "COMPLETE" ? undefined : currentStep(plan);
  return step ? `${step.name}: ${reasonOfStep(step) || statusWords(step.status)}` : "";
}

/** Renders the result of a command such as `plans continue`: the server's message, and whether the command changed the plan. */
export function controlled(done: string): (value: ControlResult, view: View) => readonly string[] {
  return ({ changed, message }, view) => {
    const subject = [planName(view), inputText(view, "phase"), inputText(view, "step")].filter(Boolean).join(" / ");
    const suffix = message === "" ? "" : ` (${message})`;
    const words = changed ? `${subject}: ${done}${suffix}` : `${subject}: nothing to do${suffix}`;
    return [shown(words, view.style)];
  };
}

/** The renderers of the commands that control a plan, each with the effect of the command in a few words. */
export const controls = {
  continue: controlled("goes on"),
  interrupt: controlled("pauses after the current node"),
  forceComplete: controlled("marked complete"),
  restart: controlled("begins again"),
  start: controlled("started"),
  stop: controlled("stopped"),
};

/** Renders an answer about a plan whose name is not part of the operation's input. */
export function onPlan<Value>(name: string, draw: Draw<Value>): Draw<Value> {
  return (value, view) => draw(value, { ...view, input: { ...view.input, plan: name } });
}

/** The renderers of the rolling restart. */
export const rollingRestartPictures = {
  start: onPlan(ROLLING_RESTART, plan),
  show: onPlan(ROLLING_RESTART, plan),
  continue: onPlan(ROLLING_RESTART, controls.continue),
  interrupt: onPlan(ROLLING_RESTART, controls.interrupt),
  stop: onPlan(ROLLING_RESTART, controls.stop),
};

function planName(view: View): string {
  return inputText(view, "plan") || "deploy";
}
