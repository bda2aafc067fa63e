/** Writes the table of promises in docs/explanation/speed.md from the measurements. Every run compares the table with the measurements. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Promised } from "./measure.ts";

const PAGE = join(import.meta.dirname, "../docs/explanation/speed.md");
const TABLE = /(<!-- promises -->\n)[\s\S]*?(<!-- \/promises -->)/;

export interface Declared extends Promised {
  readonly file: string;
}

export function writePromises(declared: readonly Declared[]): void {
  const rows = [...new Set(declared.filter(({ goal }) => goal !== undefined).map(promiseRow))];
  const table = [
    "| file in `bench/` | what we do | compared with | promised ratio |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
  writeFileSync(
    PAGE,
    readFileSync(PAGE, "utf8").replace(TABLE, (_, begin, end) => `${begin}\n${table}\n\n${end}`),
  );
}

/** The measurements whose promise the page lacks or states differently. */
export function unmeasured(declared: readonly Declared[]): readonly Declared[] {
  const lines = readFileSync(PAGE, "utf8").split("\n");
  return declared.filter((each) => each.goal !== undefined && !lines.includes(promiseRow(each)));
}

function promiseRow({ file, name, against, goal }: Declared): string {
  return `| ${[file, name, against, `at most ${goal}`].map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
