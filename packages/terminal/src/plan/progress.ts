import { type Plan, reasonOf } from "@reeve/scheduler-models";
import { progressBar } from "../live/progress-bar.ts";
import { padEnd, truncateStyled, wrap } from "../text/fit.ts";
import { type Look, shown } from "../text/look.ts";
import { symbols } from "../text/symbols.ts";
import { displayWidth, widest } from "../text/width.ts";
import { currentStep, stepsDone } from "./plan-view.ts";
import { statusWords } from "./status-words.ts";

/** A rollout among others: its service, and its plan, or why the plan is unknown. */
export type Rollout =
  | { readonly owner: string; readonly name: string; readonly plan: Plan }
  | { readonly owner: string; readonly failure: string };

const INDENT = "  ";

/** The width of a bar, if there is room. */
const BAR = 30;

/**
 * Rollouts with a bar each, one per line: `broker  deploy  ━━━━╸──  2 of 3  broker-2 starting`. Why one has failed is never cut: where there
 * is no room for it, it stands below.
 */
export function progressLines(rollouts: readonly Rollout[], look: Look): readonly string[] {
  const { ellipsis } = symbols(look.unicode);
  const nothing = look.unicode ? "–" : "-";
  const rows = rollouts.map((rollout) => {
    const owner = shown(rollout.owner, look);
    if ("failure" in rollout) {
      return { owner, name: nothing, count: nothing, doing: shown(rollout.failure, look), isFailed: true };
    }
    const { name, plan } = rollout;
    const { done, all } = stepsDone(plan);
    const isDone = plan.status === "COMPLETE";
    return {
      owner,
      name: shown(name, look),
      share: isDone ? 1 : all === 0 ? 0 : done / all,
      count: isDone ? "done" : `${done} of ${all}`,
      doing: isDone ? "" : shown(doing(plan), look),
      isFailed: plan.status === "ERROR",
    };
  });
  const widthOf = (field: "owner" | "name" | "count") => widest(rows.map((row) => row[field]));
  const [owner, name, count] = [widthOf("owner"), widthOf("name"), widthOf("count")];
  const bar = Math.max(6, Math.min(BAR, look.width - owner - name - count - 8 - 24));
  return rows.flatMap((row) => {
    const drawn = row.share === undefined ? " ".repeat(bar) : progressBar(row.share, bar, look);
    const cells = [padEnd(row.owner, owner), padEnd(row.name, name), drawn, padEnd(row.count, count)];
    const line = [...cells, row.doing].join("  ").trimEnd();
    if (!row.isFailed || displayWidth(line) <= look.width) return truncateStyled(line, look.width, ellipsis);
    const reason = wrap(row.doing, look.width - INDENT.length - 1).map((each) => `${INDENT}${each}`);
    return [truncateStyled(cells.join("  ").trimEnd(), look.width, ellipsis), ...reason];
  });
}

/** What a rollout is doing, in a few words. */
function doing(plan: Plan): string {
  const step = currentStep(plan);
  if (!step) return statusWords(plan.status);
  // Without colour, the bar of a failed rollout looks like any other, so it is marked.
  const failed = plan.status === "ERROR" ? "failed: " : "";
  return `${failed}${step.name} ${reasonOf(step) || statusWords(step.status)}`;
}
