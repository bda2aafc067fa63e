/**
 * Writes two tables from the measurements and the figures that `measured.json` keeps for each kind of machine: in docs/explanation/speed.md
 * what users wait for, on one machine, and in bench/README.md everything. Every run compares the promises with the measurements.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { Figure, Promised } from "./measure.ts";

const PAGE = join(import.meta.dirname, "../docs/explanation/speed.md");
const ALL = join(import.meta.dirname, "README.md");
const KEPT = join(import.meta.dirname, "measured.json");
const TABLE = /(<!-- promises -->\n)[\s\S]*?(<!-- \/promises -->)/;

export interface Declared extends Promised {
  readonly file: string;
}

interface MeasuredFigure extends Named, Pick<Figure, "ratio" | "interval"> {
  /** The day on which it was measured. */
  readonly day: string;
}

/** Figures for the table, and the kind of machine on which they were measured. */
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
 * Keeps the figures of a run for the table, without what the table does not show. The run may be of some files only, because all of them
 * take hours; the other figures then stay, as do those of other kinds of machines.
 */
export function keepFigures(file: string): void {
  const { measured, machine, figures } = JSON.parse(readFileSync(file, "utf8")) as Run;
  const day = measured.slice(0, 10);
  const fresh = figures.map(({ file, name, against, ratio, interval }) => ({
    ...{ file, name, against, ratio, interval, day },
  }));
  const all = readKept();
  const before = all.find((each) => isSameKind(each.machine, machine));
  const others = before?.figures.filter((each) => !fresh.some((figure) => isOf(each, figure))) ?? [];
  const kept = { machine, figures: [...others, ...fresh] };
  const text = JSON.stringify(before ? all.map((each) => (each === before ? kept : each)) : [...all, kept], null, 2);
  // As the formatter writes it: an interval is on one line.
  writeFileSync(KEPT, `${text.replace(/\[\s+([\d.]+),\s+([\d.]+)\s+\]/g, "[$1, $2]")}\n`);
}

/**
 * The ratio that was measured last for a promise, at the upper end of its interval. It is undefined if it was not measured on this kind of
 * machine, because a ratio differs between processors.
 */
export function keptRatioOf(promise: Named): number | undefined {
  const machine = thisMachine();
  const kept = readKept().find((each) => isSameKind(each.machine, machine));
  const ratio = kept && figureOf(promise, kept)?.interval[1];
  return ratio === undefined ? undefined : Number(rounded(ratio));
}

/** What the table names of a machine. */
export function thisMachine() {
  return {
    node: process.version,
    platform: process.platform,
    arch: process.arch,
    processors: cpus().length,
    processor: processorName(),
  };
}

/** The name of the processor. Virtual machines give different ones the same name, so on Linux its family and model are added. */
function processorName(): string {
  const name = cpus()[0]?.model ?? "unknown";
  const described = existsSync("/proc/cpuinfo") ? readFileSync("/proc/cpuinfo", "utf8") : "";
  const [, family] = /^cpu family\s*:\s*(\d+)$/m.exec(described) ?? [];
  const [, model] = /^model\s*:\s*(\d+)$/m.exec(described) ?? [];
  return family === undefined || model === undefined ? name : `${name} (family ${family}, model ${model})`;
}

function isSameKind(one: Kept["machine"], other: Kept["machine"]): boolean {
  return one.processor === other.processor && one.processors === other.processors;
}

const readKept = () => JSON.parse(readFileSync(KEPT, "utf8")) as readonly Kept[];

type Named = Pick<Declared, "file" | "name" | "against">;

function figureOf(promise: Named, { figures }: Kept): MeasuredFigure | undefined {
  return figures.find((each) => isOf(each, promise));
}

function isOf(figure: Named, { file, name, against }: Named): boolean {
  return figure.file === file && figure.name === name && figure.against === against;
}

export function writePromises(declared: readonly Declared[]): void {
  const promised = declared.filter(({ goal }) => goal !== undefined);
  const kinds = readKept();
  const felt = promised.filter(({ isFelt }) => isFelt);
  // Among kinds with as many figures, the one that was measured last.
  const [whole] = kinds.toReversed().toSorted((a, b) => measuredOf(felt, b) - measuredOf(felt, a));
  if (whole) writeTable(PAGE, feltTable(felt, whole));
  writeTable(ALL, wholeTable(promised, kinds));
}

/** How many of the measures were taken on a kind of machine. */
function measuredOf(promised: readonly Declared[], kept: Kept): number {
  return promised.filter((each) => figureOf(each, kept)).length;
}

function feltTable(felt: readonly Declared[], kept: Kept): readonly string[] {
  return [
    `On ${machineText(kept)}:`,
    "",
    "| what we do | compared with | promised ratio | measured (between) |",
    "|---|---|---|---|",
    ...new Set(felt.map((each) => `${feltPromiseOf(each)} ${measuredText(figureOf(each, kept))} |`)),
  ];
}

function wholeTable(promised: readonly Declared[], kinds: readonly Kept[]): readonly string[] {
  const rowOf = (each: Declared) => `${promiseOf(each)} ${kinds.map((kept) => measuredText(figureOf(each, kept))).join(" | ")} |`;
  return [
    ...kinds.map((kept, index) => `- ${letter(index)}: ${machineText(kept)}`),
    "",
    `| file | what we do | compared with | promised ratio |${kinds.map((_, index) => ` ${letter(index)} (between) |`).join("")}`,
    `|---|---|---|---|${"---|".repeat(kinds.length)}`,
    ...new Set(promised.map(rowOf)),
  ];
}

function writeTable(page: string, lines: readonly string[]): void {
  const text = readFileSync(page, "utf8").replace(TABLE, (_, begin, end) => `${begin}\n${lines.join("\n")}\n\n${end}`);
  writeFileSync(page, text);
}

/** What the whole table calls a machine. */
const letter = (index: number) => String.fromCharCode(65 + index);

function machineText({ machine, figures }: Kept): string {
  const days = [...new Set(figures.map(({ day }) => day))].sort().join(", ");
  return `${machine.processors} cores of ${machine.processor}, Node ${machine.node.slice(1)}, measured on ${days}`;
}

function measuredText(figure: MeasuredFigure | undefined): string {
  return figure ? `${rounded(figure.ratio)} (${figure.interval.map(rounded).join(" to ")})` : "not measured there";
}

function rounded(ratio: number): string {
  return ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2);
}

/** The measurements whose promise a page lacks or states differently. */
export function unmeasured(declared: readonly Declared[]): readonly Declared[] {
  const [page, all] = [PAGE, ALL].map((path) => readFileSync(path, "utf8").split("\n"));
  const has = (lines: readonly string[] | undefined, promise: string) => lines?.some((line) => line.startsWith(promise));
  const isTold = (each: Declared) => has(all, promiseOf(each)) && (!each.isFelt || has(page, feltPromiseOf(each)));
  return declared.filter((each) => each.goal !== undefined && !isTold(each));
}

function promiseOf({ file, name, against, goal }: Declared): string {
  return row(file, name, against, `at most ${goal}`);
}

function feltPromiseOf({ name, against, goal }: Declared): string {
  return row(name, against, `at most ${goal}`);
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
