/**
 * Writes the table of promises in docs/explanation/speed.md from the measurements, with the figures of one machine, which `measured.json`
 * keeps. Every run compares the promises with the measurements.
 */
import { readFileSync, writeFileSync } from "node:fs";
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

export function writePromises(declared: readonly Declared[]): void {
  const { measured, machine, figures } = JSON.parse(readFileSync(KEPT, "utf8")) as Measured;
  const rowOf = (each: Declared) => {
    const figure = figures.find(
      ({ file, name, against }) => file === each.file && name === each.name && against === each.against,
    );
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
