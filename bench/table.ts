/** Prints the figures: each figure as soon as it is measured, then the growth with size, then which goals hold. */
import type { Figure } from "./measure.ts";

const NAME = 62;

export function headLine(file: string): string {
  const columns = ["ratio".padStart(7), "between".padEnd(13), "goal".padEnd(8), "ours".padStart(13), "floor".padStart(13)];
  return `\n${file.padEnd(NAME)} ${columns.join("  ")}`;
}

export function figureLine(figure: Figure): string {
  const { name, against, ratio, goal, subject, floor, unit } = figure;
  const columns = [
    ratio.toFixed(2).padStart(7),
    between(figure).padEnd(13),
    (goal === undefined ? "" : `${goal} ${mark(figure)}`).padEnd(8),
    `${number(subject)} ${unit}`.padStart(13),
    `${number(floor)} ${unit}`.padStart(13),
  ];
  return `  ${name.padEnd(NAME - 2)} ${columns.join("  ")}  ${against}`;
}

/** A table of the measurements in several sizes: the cost of one item, its growth since the smallest size, and the floor's growth. */
export function growthTable(figures: readonly Figure[]): string {
  const series = Map.groupBy(
    figures.filter(({ size }) => size !== undefined),
    ({ size }) => size?.of ?? "",
  );
  const lines = [...series]
    .filter(([, members]) => members.length > 1)
    .flatMap(([of, members]) => {
      const sorted = members.toSorted((a, b) => count(a) - count(b));
      const [smallest] = sorted as [Figure];
      return sorted.map((figure, index) => {
        const columns = [
          String(count(figure)).padStart(9),
          `${number(each(figure))} ${figure.unit}`.padStart(13),
          growthOf(each(figure) / each(smallest), index),
          growthOf(eachOfFloor(figure) / eachOfFloor(smallest), index),
          figure.ratio.toFixed(2).padStart(9),
        ];
        return `  ${(index === 0 ? of : "").padEnd(NAME - 2)} ${columns.join("  ")}`;
      });
    });
  if (lines.length === 0) return "";
  const head = ["size".padStart(9), "for one".padStart(13), "growth".padStart(9), "floor's".padStart(9), "ratio".padStart(9)];
  return [`\n${"how cost grows".padEnd(NAME)} ${head.join("  ")}`, ...lines].join("\n");
}

/** The number of goals that hold, and the largest factor by which a goal is certainly missed (2 means twice the goal). */
export function verdict(figures: readonly Figure[]): { readonly summary: string; readonly farthest: number } {
  const promised = figures.filter(({ goal }) => goal !== undefined);
  const { "✓": held = [], "≈": open = [], "✗": missed = [] } = Object.groupBy(promised, mark);
  const summarize = (what: string) => (figure: Figure) => `  ${what}: ${figure.name}: ${between(figure)}, promised ${figure.goal}`;
  const counts = `${held.length} hold, ${open.length} are open, ${missed.length} are missed`;
  return {
    summary: [`\nof ${promised.length} goals ${counts}`, ...open.map(summarize("open")), ...missed.map(summarize("missed"))].join("\n"),
    farthest: Math.max(0, ...promised.map(({ interval, goal = 1 }) => interval[0] / goal)),
  };
}

/**
 * A goal holds if the whole interval is within the goal, and is missed if the whole interval is beyond the goal. Otherwise the result is
 * open.
 */
function mark({ interval: [least, most], goal = Number.POSITIVE_INFINITY }: Figure): "✓" | "≈" | "✗" {
  if (most <= goal) return "✓";
  return least <= goal ? "≈" : "✗";
}

const between = ({ interval }: Figure) => interval.map((value) => value.toFixed(2)).join("–");

const count = ({ size }: Figure) => size?.count ?? 1;
const each = (figure: Figure) => figure.subject / count(figure);
const eachOfFloor = (figure: Figure) => figure.floor / count(figure);
const growthOf = (factor: number, index: number) => (index === 0 ? "" : `x ${factor.toFixed(2)}`).padStart(9);

function number(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}
