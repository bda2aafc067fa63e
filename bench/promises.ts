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

/** The figures of one run, and the machine on which they were measured. */
interface Measured {
  readonly measured: string;
  readonly machine: { readonly node: string; readonly processor: string; readonly processors: number };
  readonly figures: readonly (Pick<Figure, "name" | "against" | "ratio" | "interval"> & { readonly file: string })[];
}

/** Keeps the figures of a run for the table, without what the table does not show. */
export function keepFigures(file: string): void {
  const { measured, machine, figures } = JSON.parse(readFileSync(file, "utf8")) as Measured;
  const shown = figures.map(({ file, name, against, ratio, interval }) => ({ file, name, against, ratio, interval }));
  writeFileSync(KEPT, `${JSON.stringify({ measured, machine, figures: shown }, null, 2)}\n`);
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

const readKept = () => JSON.parse(readFileSync(KEPT, "utf8")) as Measured;

type Named = Pick<Declared, "file" | "name" | "against">;

function figureOf({ file, name, against }: Named, { figures }: Measured): Measured["figures"][number] | undefined {
  return figures.find((each) => each.file === file && each.name === name && each.against === against);
}

export function writePromises(declared: readonly Declared[]): void {
  const kept = readKept();
  const { measured, machine } = kept;
  const rowOf = (each: Declared) => {
    const figure = figureOf(each, kept);
    const shown = figure
      ? `${rounded(figure.ratio)} (${figure.interval.map(rounded).join(" to ")})`
      : "not measured there";
    return `${promiseOf(each)} ${shown} |`;
  };
  const rows = [...new Set(declared.filter(({ goal }) => goal !== undefined).map(rowOf))];
  const table = [
    `Measured on ${measured.slice(0, 10)} with ${machine.processors} cores of ${machine.processor}, Node ${machine.node.slice(1)}.`,
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
