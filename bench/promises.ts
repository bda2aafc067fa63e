/**
 * Writes the table of promises in docs/explanation/speed.md from the measurements, with the figures of one machine, which `measured.json`
 * keeps. Every run compares the promises with the measurements.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Figure, Promised } from "./measure.ts";

const PAGE = join(import.meta.dirname, "../docs/explanation/speed.md");
const KEPT = join(import.meta.dirname, "measured.json");
const TABLE = /(<!-- promises -->\n)[\s\S]*?(<!-- \/promises -->)/;

export interface Declared extends Promised {
  readonly file: string;
}

interface MeasuredFigure extends Named, Pick<Figure, "ratio" | "interval"> {
  /** The day on which it was measured. */
  readonly day: string;
}

/** The figures for the table, and the machine on which all of them were measured. */
interface Kept {
  readonly machine: ReturnType<typeof thisMachine>;
  readonly figures: readonly MeasuredFigure[];
}

/** The figures of one run. */
interface Run {
  readonly measured: string;
  readonly machine: Kept["machine"];
  readonly figures: readonly (Named & Pick<Figure, "ratio" | "interval">)[];
}

/**
 * Keeps the figures of a run for the table, without what the table does not show. The run may be of some files only, because all of them take
 * hours; the other figures then stay, if they were measured on the same kind of machine.
 */
export function keepFigures(file: string): void {
  const { measured, machine, figures } = JSON.parse(readFileSync(file, "utf8")) as Run;
  const day = measured.slice(0, 10);
  const fresh = figures.map(({ file, name, against, ratio, interval }) => ({
    ...{ file, name, against, ratio, interval, day },
  }));
  const kept = readKept();
  const isSame = JSON.stringify(kept.machine) === JSON.stringify(machine);
  const others = isSame ? kept.figures.filter((each) => !fresh.some((figure) => isOf(each, figure))) : [];
  const text = JSON.stringify({ machine, figures: [...others, ...fresh] }, null, 2);
  // As the formatter writes it: an interval is on one line.
  writeFileSync(KEPT, `${text.replace(/\[\s+([\d.]+),\s+([\d.]+)\s+\]/g, "[$1, $2]")}\n`);
}

/**
 * The ratio that was measured last for a promise, at the upper end of its interval. It is undefined if it was not measured, or on another
 * kind of machine, because a ratio differs a little between processors.
 */
export function keptRatioOf(promise: Named): number | undefined {
  const kept = readKept();
  const { processor, processors } = thisMachine();
  if (kept.machine.processor !== processor || kept.machine.processors !== processors) return undefined;
  const ratio = figureOf(promise, kept)?.interval[1];
  return ratio === undefined ? undefined : Number(rounded(ratio));
}

/** What the table names of a machine. */
export function thisMachine() {
  return {
    node: process.version,
    platform: process.platform,
    arch: process.arch,
    processors: cpus().length,
    processor: cpus()[0]?.model ?? "unknown",
  };
}

const readKept = () => JSON.parse(readFileSync(KEPT, "utf8")) as Kept;

type Named = Pick<Declared, "file" | "name" | "against">;

function figureOf(promise: Named, { figures }: Kept): MeasuredFigure | undefined {
  return figures.find((each) => isOf(each, promise));
}

function isOf(figure: Named, { file, name, against }: Named): boolean {
  return figure.file === file && figure.name === name && figure.against === against;
}

export function writePromises(declared: readonly Declared[]): void {
  const kept = readKept();
  const { machine } = kept;
  const days = new Set<string>();
  const rowOf = (each: Declared) => {
    const figure = figureOf(each, kept);
    if (figure) days.add(figure.day);
    const shown = figure ? `${rounded(figure.ratio)} (${figure.interval.map(rounded).join(" to ")})` : "not measured there";
    return `${promiseOf(each)} ${shown} |`;
  };
  const rows = [...new Set(declared.filter(({ goal }) => goal !== undefined).map(rowOf))];
  const table = [
    `Measured on ${[...days].sort().join(", ")} with ${machine.processors} cores of ${machine.processor}, Node ${machine.node.slice(1)}.`,
    "",
    "| file in `bench/` | what we do | compared with | promised ratio | measured (between) |",
    "|---|---|---|---|---|",
    ...rows,
  ].join("\n");
  writeFileSync(
    PAGE,
    readFileSync(PAGE, "utf8").replace(TABLE, (_, begin, end) => `${begin}\n${table}\n\n${end}`),
  );
}

function rounded(ratio: number): string {
  return ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2);
}

/** The measurements whose promise the page lacks or states differently. */
export function unmeasured(declared: readonly Declared[]): readonly Declared[] {
  const lines = readFileSync(PAGE, "utf8").split("\n");
  return declared.filter((each) => each.goal !== undefined && !lines.some((line) => line.startsWith(promiseOf(each))));
}

function promiseOf({ file, name, against, goal }: Declared): string {
  return `| ${[file, name, against, `at most ${goal}`].map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
