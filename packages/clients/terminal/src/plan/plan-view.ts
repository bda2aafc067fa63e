import { type Phase, type Plan, reasonOfStep, type Step } from "@reeve/scheduler-models";
import type { Paint, Style } from "../text/style.ts";
import type { TimeWords } from "../words.ts";

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

/** A status in words, for example "in progress" for `IN_PROGRESS`. */
export function statusWords(status: string): string {
  return status.replaceAll("_", " ").toLowerCase();
}

/** The colour of a status: green for done, cyan for in progress, yellow for waiting, red for failed. */
export function paintStatus(words: string, status: string, paint: Paint): string {
  if (status === "COMPLETE") return paint.green(words);
  if (status === "ERROR") return paint.red(words);
  if (status === "PENDING") return paint.dim(words);
  return WAITING.has(status) ? paint.yellow(words) : paint.cyan(words);
}

const WAITING = new Set(["WAITING", "DELAYED", "PAUSED", "PAUSING"]);

/** Why a step has its status, in the server's words. A complete step has a reason only if an operator skipped or forced it. */
export function reasonToShow(step: Pick<Step, "name" | "status" | "message" | "reason">): string {
  return step.status === "COMPLETE" ? (step.reason ?? "").trim() : reasonOfStep(step);
}

/** Whether a step needs no attention, because it is done or only waits for its turn. */
export function isQuiet(step: Pick<Step, "name" | "status" | "message" | "reason">): boolean {
  return isQuietStatus(step.status) && reasonToShow(step).trim() === "";
}

/** Whether a phase needs no attention, because none of its steps does. */
export function isQuietPhase({ status, steps }: Phase): boolean {
  return isQuietStatus(status) && steps.every(isQuiet);
}

function isQuietStatus(status: string): boolean {
  return status === "COMPLETE" || status === "PENDING";
}

/** A plan, a phase or a step with its times. */
export interface Timed {
  readonly started_at?: string | null;
  readonly completed_at?: string | null;
}

/** The start and the end in milliseconds since 1970. What is unknown is undefined, and so is the end of work in progress. */
export function timesOf({ started_at, completed_at }: Timed): Record<"began" | "ended", number | undefined> {
  return { began: timeOf(started_at), ended: timeOf(completed_at) };
}

/** The duration in milliseconds; for work in progress, the duration so far. */
export function lengthOf(timed: Timed, now: number): number | undefined {
  const { began, ended = now } = timesOf(timed);
  return began === undefined ? undefined : ended - began;
}

function timeOf(text: string | null | undefined): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) ? undefined : time;
}
