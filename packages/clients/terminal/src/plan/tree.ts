import type { Phase, Plan, Step } from "@reeve/scheduler-models";
import { padEnd, truncateStyled, wrap } from "../text/fit.ts";
import { type Style, shown, shownWithin, symbols } from "../text/style.ts";
import { displayWidth, widest } from "../text/width.ts";
import { countOf, durationWords, grouped } from "../words.ts";
import { type Folded, type FoldRules, fold } from "./fold.ts";
import {
  isQuiet,
  isQuietPhase,
  lengthOf,
  type PlanView,
  paintStatus,
  planError,
  reasonToShow,
  statusWords,
  stepsDone,
  timesOf,
} from "./plan-view.ts";

/** The default maximum number of lines of a phase. */
const LINES = 40;

/** A plan with at most this many phases and steps together is shown in full. */
const FEW = 30;

/**
 * A plan as a tree: completed steps, steps in progress with their durations, and the reasons why steps are stuck. In large plans,
 * similar steps are folded. `most` is the maximum number of lines of a phase; with `Infinity`, every step is shown.
 */
export function planTree(plan: Plan, view: PlanView, most: number = LINES): readonly string[] {
  const all = plan.phases.reduce((sum, { steps }) => sum + 1 + steps.length, 0);
  const lines = all <= Math.min(FEW, most) ? Number.POSITIVE_INFINITY : most;
  const phases = fold(plan.phases, lines, ofPhases);
  const roots = phases.map((folded) => phaseNode(folded, view, lines));
  const errors = plan.errors.flatMap((error) => reasonLines(planError(error), 0, view.style));
  return [heading(plan, view), ...draw(roots, "", view.style), ...errors].map((line) =>
    truncateStyled(line, view.style.width, symbols(view.style.unicode).ellipsis),
  );
}

/** The first line: the state of the whole plan. */
export function heading(plan: Plan, { name, now, times, style }: PlanView): string {
  const { done, all } = stepsDone(plan);
  const { began, ended } = timesOf(plan);
  const parts = [`${grouped(done)} of ${countOf(all, "step")}`];
  if (began !== undefined && ended === undefined) parts.push(`since ${times.at(began, now)} (${durationWords(now - began)})`);
  if (ended !== undefined) parts.push(`ended ${times.at(ended, now)}`);
  if (began !== undefined && ended !== undefined) parts.push(`took ${durationWords(ended - began)}`);
  const status = paintStatus(shown(statusWords(plan.status).toUpperCase(), style), plan.status, style.paint);
  return `${style.paint.bold(shown(name, style))}  ${status}  ${parts.join(` ${symbols(style.unicode).dot} `)}`;
}

const ofPhases: FoldRules<Phase> = { isQuiet: isQuietPhase, reason: () => "" };
const ofSteps: FoldRules<Step> = { isQuiet, reason: reasonToShow };

/** A line of the tree, and the lines below it. */
interface Node {
  readonly name: string;
  readonly status: string;
  /** The text of the status column. */
  readonly words: string;
  /** The text after the status: the number of steps, the duration and the purpose, as far as they are known. */
  readonly extent: string;
  readonly reason: string;
  readonly children: readonly Node[];
}

function phaseNode(folded: Folded<Phase>, view: PlanView, lines: number): Node {
  if (folded.kind !== "one") return manyNode(folded, "phase");
  const { item: phase } = folded;
  const node = { name: phase.name, status: phase.status, reason: "" };
  // A quiet phase is drawn on one line if all its steps have the phase's status. If the caller wants to see every step, this applies only
  // to a phase whose steps all have the name of the phase.
  const isItsStep = phase.steps.every(({ name }) => name.toLowerCase() === phase.name.toLowerCase());
  const isFull = lines === Number.POSITIVE_INFINITY && !isItsStep;
  if (!isFull && isQuietPhase(phase) && phase.steps.every(({ status }) => status === phase.status)) {
    const time = phase.status === "COMPLETE" ? timeOf(phase, view.now) : "";
    const count = phase.steps.length > 1 ? countOf(phase.steps.length, "step") : "";
    const [only, another] = phase.steps;
    const purpose = another ? "" : (only?.purpose ?? "");
    const extent = [count, time, purpose].filter((each) => each !== "").join("  ");
    return { ...node, words: statusWords(phase.status), extent, children: [] };
  }
  const children = fold(phase.steps, lines, ofSteps).map((step) => stepNode(step, view.now));
  return { ...node, words: children.length === 0 ? statusWords(phase.status) : "", extent: "", children };
}

function stepNode(folded: Folded<Step>, now: number): Node {
  if (folded.kind !== "one") return manyNode(folded, "step");
  const { item: step } = folded;
  return {
    name: step.name,
    status: step.status,
    words: statusWords(step.status),
    extent: [step.status === "PENDING" ? "" : timeOf(step, now), step.purpose ?? ""].filter((each) => each !== "").join("  "),
    reason: reasonToShow(step),
    children: [],
  };
}

function manyNode(folded: Exclude<Folded<Phase | Step>, { kind: "one" }>, what: "phase" | "step"): Node {
  const node = { extent: "", reason: "", children: [] };
  if (folded.kind === "run") {
    const { first, last, count } = folded;
    const { status } = first;
    const reason = "message" in first ? reasonToShow(first) : "";
    const extent = countOf(count, what);
    return { ...node, name: `${first.name} to ${last.name}`, status, words: statusWords(status), extent, reason };
  }
  const counts = [...folded.counts].map(([status, count]) => `${grouped(count)} ${statusWords(status)}`);
  const all = [...folded.counts.values()].reduce((sum, count) => sum + count, 0);
  const name = folded.shown === 0 ? countOf(all, what) : `and ${countOf(all, `more ${what}`)}`;
  return { ...node, name, status: "PENDING", words: counts.join(", ") };
}

function timeOf(item: Phase | Step, now: number): string {
  const length = lengthOf(item, now);
  return length === undefined ? "" : durationWords(length);
}

function draw(nodes: readonly Node[], indent: string, style: Style): readonly string[] {
  const { branch, lastBranch, trunk } = symbols(style.unicode);
  const wordsWidth = widest(nodes.map(({ words }) => shown(words, style)));
  const extentWidth = widest(nodes.map(({ extent }) => extent));
  // A name may use the space that the other columns do not need, and always at least half of the line; if necessary, the other columns are
  // truncated.
  const gaps = 4;
  const room = Math.max(style.width - wordsWidth - extentWidth - gaps, Math.floor(style.width / 2));
  const names = nodes.map(({ name }) => shownWithin(name, Math.max(8, room - indent.length - branch.length), style));
  // A name without further columns does not widen the column of names. Otherwise the long id of a configuration would push all other
  // columns to the right.
  const nameWidth = widest(names.filter((_, index) => nodes[index]?.words !== ""));
  return nodes.flatMap((node, index) => {
    const isLast = index === nodes.length - 1;
    const below = indent + (isLast ? " ".repeat(trunk.length) : trunk);
    const words = shown(node.words, style);
    const cells = [
      padEnd(names[index] ?? "", nameWidth),
      paintStatus(words, node.status, style.paint) + " ".repeat(wordsWidth - displayWidth(words)),
      padEnd(node.extent, extentWidth),
    ];
    const line = (indent + (isLast ? lastBranch : branch) + cells.join("  ")).trimEnd();
    return [...withReason(line, node.reason, below, style), ...draw(node.children, below, style)];
  });
}

/**
 * A reason follows the text that it explains if there is room, otherwise it goes on the next line. Users look for the reason, so it is not
 * truncated.
 */
function withReason(line: string, reason: string, below: string, style: Style): readonly string[] {
  if (reason.trim() === "") return [line];
  const text = `! ${shown(reason.trim(), style)}`;
  const gap = "  ";
  // The last column stays free: some terminals begin a new line after it.
  if (displayWidth(line) + gap.length + displayWidth(text) < style.width) return [line + gap + style.paint.yellow(text)];
  return [line, ...reasonLines(reason, displayWidth(below) + 2, style).map((each) => below + each.slice(below.length))];
}

/** The maximum number of lines of a reason. */
const REASON_LINES = 4;

function reasonLines(reason: string, indent: number, style: Style): readonly string[] {
  const room = Math.max(10, style.width - indent - 2);
  const wrapped = wrap(shown(reason.trim(), style), room);
  const kept = wrapped.slice(0, REASON_LINES);
  if (wrapped.length > kept.length) kept[REASON_LINES - 1] += symbols(style.unicode).ellipsis;
  return kept.map((line, index) => " ".repeat(indent) + style.paint.yellow(`${index === 0 ? "! " : "  "}${line}`));
}
