import { type Plan, reasonOfStep, type Step } from "@reeve/scheduler-models";
import { padEnd, truncateStyled, wrap } from "../text/fit.ts";
import { type Style, shown, symbols } from "../text/style.ts";
import { displayWidth, widest } from "../text/width.ts";
import { currentStep, forcedSteps, statusWords, stepsDone } from "./plan-view.ts";

/** The rollout of a service: its plan, or why the plan is unknown. */
export type Rollout =
  | { readonly owner: string; readonly name: string; readonly plan: Plan }
  | { readonly owner: string; readonly failure: string };

const INDENT = "  ";

/** The width of a bar in columns, if there is room. */
const BAR = 30;

/**
 * Rollouts with a bar each, one per line: `broker  deploy  ━━━━╸──  2 of 3  broker-2 starting`. The reason of a failure is never truncated;
 * if it does not fit on the line, it gets its own lines.
 */
export function progressLines(rollouts: readonly Rollout[], style: Style): readonly string[] {
  const { ellipsis } = symbols(style.unicode);
  const nothing = style.unicode ? "–" : "-";
  const rows = rollouts.map((rollout) => {
    const owner = shown(rollout.owner, style);
    if ("failure" in rollout) return { owner, name: nothing, count: nothing, doing: shown(rollout.failure, style), isFailed: true };
    const { name, plan } = rollout;
    const { done, all } = stepsDone(plan);
    const isDone = plan.status === "COMPLETE";
    return {
      owner,
      name: shown(name, style),
      share: isDone ? 1 : all === 0 ? 0 : done / all,
      count: isDone ? "done" : `${done} of ${all}`,
      doing: shown([...(isDone ? [] : [doing(plan)]), ...forced(plan)].join("; "), style),
      isFailed: plan.status === "ERROR",
    };
  });
  const widthOf = (field: "owner" | "name" | "count") => widest(rows.map((row) => row[field]));
  const [owner, name, count] = [widthOf("owner"), widthOf("name"), widthOf("count")];
  const bar = Math.max(6, Math.min(BAR, style.width - owner - name - count - 8 - 24));
  return rows.flatMap((row) => {
    const drawn = row.share === undefined ? " ".repeat(bar) : progressBar(row.share, bar, style);
    const cells = [padEnd(row.owner, owner), padEnd(row.name, name), drawn, padEnd(row.count, count)];
    const line = [...cells, row.doing].join("  ").trimEnd();
    if (!row.isFailed || displayWidth(line) <= style.width) return truncateStyled(line, style.width, ellipsis);
    const reason = wrap(row.doing, style.width - INDENT.length - 1).map((each) => `${INDENT}${each}`);
    return [truncateStyled(cells.join("  ").trimEnd(), style.width, ellipsis), ...reason];
  });
}

/** The activity of a rollout in a few words. */
function doing(plan: Plan): string {
  const step = currentStep(plan);
  if (!step) return statusWords(plan.status);
  // Without colour, the bar of a failed rollout looks like any other bar, so the text says that the rollout failed.
  const failed = plan.status === "ERROR" ? "failed: " : "";
  return `${failed}${step.name} ${reasonOfStep(step) || statusWords(step.status)}`;
}

/** The nodes that count as done although the rollout did not update them: `skipped or forced by an operator: broker-1`. */
function forced(plan: Plan): readonly string[] {
  const [first, ...more] = forcedSteps(plan);
  if (first === undefined) return [];
  return [`skipped or forced by an operator: ${first}${more.length > 0 ? ` and ${more.length} more` : ""}`];
}

/** How many steps of a rollout are done, and the step in progress. */
interface RolloutSteps {
  readonly done: number;
  readonly total: number;
  readonly at?: Pick<Step, "status" | "message" | "reason"> & { readonly step: string };
}

/** The progress of a rollout for a spinner: `recovery  0 of 1 · broker-1 starting`. */
export function progressWords(name: string, { done, total, at }: RolloutSteps): string {
  const doing = at ? ` · ${shortened(at.step)} ${reasonOfStep({ ...at, name: at.step }) || statusWords(at.status)}` : "";
  return `${name}  ${done} of ${total}${doing}`;
}

/** Truncates a long step name, such as that of a move of several partitions, so that the reason after the name fits on the line. */
function shortened(step: string): string {
  return step.length <= MOST_OF_NAME ? step : `${step.slice(0, MOST_OF_NAME - 3)}...`;
}

const MOST_OF_NAME = 24;

/** A progress bar of this width, filled by a fraction from 0 to 1. */
export function progressBar(share: number, width: number, { unicode, paint }: Style): string {
  const { full, head, empty } = symbols(unicode).bar;
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
  if (filled >= width) return paint.green(full.repeat(width));
  const done = filled === 0 ? "" : full.repeat(filled - 1) + head;
  return paint.green(done) + paint.dim(empty.repeat(width - filled));
}
