/**
 * Runs the benchmark suite: `pnpm bench [--check] [--json FILE] [WORD…]`.
 * Words choose the measures whose name or file contains one of them; `--check` ends with 1 where a goal is missed.
 */
import { globSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { type Figure, type Measure, measure } from "./measure.ts";

const { values: flags, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean" }, json: { type: "string" } },
});

const figures: (Figure & { file: string })[] = [];
for (const path of globSync("*.bench.ts", { cwd: import.meta.dirname }).sort()) {
  const file = basename(path, ".bench.ts");
  const { measures, close } = (await import(`./${path}`)) as { measures: readonly Measure[]; close?: () => void };
  for (const promise of measures) {
    if (words.length > 0 && !words.some((word) => `${file} ${promise.name}`.includes(word))) continue;
    const figure = await measure(promise);
    figures.push({ file, ...figure });
    console.log(line(figure));
  }
  close?.();
}

if (flags.json !== undefined) {
  const machine = { node: process.version, platform: process.platform, arch: process.arch };
  writeFileSync(flags.json, `${JSON.stringify({ machine, figures }, null, 2)}\n`);
}
const missed = figures.filter(({ ratio, goal }) => goal !== undefined && ratio > goal);
for (const { name, ratio, goal } of missed) console.log(`missed: ${name}: ${ratio.toFixed(2)} x, goal ${goal} x`);
if (flags.check && missed.length > 0) process.exitCode = 1;

function line({ name, against, ratio, spread, goal, subjectMicroseconds }: Figure): string {
  const held = goal === undefined ? "" : ratio <= goal ? `goal ${goal} ✓` : `goal ${goal} ✗`;
  const figure = `${ratio.toFixed(2).padStart(6)} x (${spread.map((value) => value.toFixed(2)).join("–")})`;
  return `${name.padEnd(52)} ${figure.padEnd(24)} ${held.padEnd(11)} ${subjectMicroseconds.toFixed(1).padStart(11)} µs  against ${against}`;
}
